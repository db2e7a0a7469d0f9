import { vi } from 'vitest'

// Vitest's `setupFiles`, run before each test file: files share a process and its loaded libraries, but our own modules
// and their state are loaded anew for each.
vi.resetModules()
