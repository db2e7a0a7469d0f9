import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core'
import { SCRIPT_LIMITS } from './script.messages.ts'

/** What is used of WebAssembly: the types of it come with those of browsers, which do not belong here. */
interface Memory {
  readonly buffer: ArrayBuffer
}
declare const WebAssembly: {
  Memory: new (pages: { initial: number; maximum: number }) => Memory
  Module: new (bytes: Uint8Array) => object
}

export const PAGE = 65_536
const INITIAL_PAGES = 256
const MB = 1_048_576
/** For values; the rest of the sandbox's memory is the engine itself, its stack, and what lies between. */
const VALUES_MB = 48
const STACK_BYTES = 262_144

let engine: object | undefined

/** The engine as it is on the disk, compiled once. */
function engineModule(): object {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return (engine ??= new WebAssembly.Module(readFileSync(path)))
}

/** The time of this thread, without what others took of the processor meanwhile. */
function ownTimeMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** Ends a run that takes longer; looks at the wall first, which is cheap. */
export class TimeLimit {
  #wall = 0
  #own = 0

  begin(): void {
    this.#wall = performance.now() + SCRIPT_LIMITS.runMs
    this.#own = ownTimeMs() + SCRIPT_LIMITS.runMs
  }

  isOver(): boolean {
    return performance.now() > this.#wall && ownTimeMs() > this.#own
  }
}

/** A context of an engine of its own, within limits of memory, stack and time. */
export async function newEngine(limit: TimeLimit) {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: (SCRIPT_LIMITS.memoryMb * MB) / PAGE })
  const given = { wasmModule: engineModule(), wasmMemory: memory }
  // Its types describe the package as it is for CommonJS, where the variant is one level further down.
  const own = newVariant(variant as unknown as QuickJSSyncVariant, given as Parameters<typeof newVariant>[1])
  const runtime = (await newQuickJSWASMModuleFromVariant(own as QuickJSSyncVariant)).newRuntime()
  runtime.setMemoryLimit(VALUES_MB * MB)
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => limit.isOver())
  limit.begin()
  return { memory, context: runtime.newContext() }
}
