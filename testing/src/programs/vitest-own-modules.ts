import { vi } from 'vitest'

// Vitest's `setupFiles`, run before each file of tests: files share a process and what they load of libraries, but our own
// modules, and what these remember, begin anew with each of them.
vi.resetModules()
