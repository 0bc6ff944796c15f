import { vi } from 'vitest'

/** How long a busy machine may take to show what a test waits for; a test that fails waits this long once. Milliseconds. */
export const PATIENCE_MS = 20_000

const { waitFor, waitUntil } = vi

/** Without options these give up after one second. */
vi.waitFor = (condition, options) => waitFor(condition, patient(options))
vi.waitUntil = (condition, options) => waitUntil(condition, patient(options))

type WaitOptions = Parameters<typeof waitFor>[1]

function patient(options: WaitOptions): WaitOptions {
  return typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }
}
