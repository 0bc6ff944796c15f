import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** One line for the person at the terminal; stdout belongs to results. */
export const say = (text) => process.stderr.write(`galley: ${text}\n`)

/** A mistake or lack that has a clear sentence and needs no stack. */
export class Problem extends Error {}

/**
 * Runs a program with everything it says on stderr. Resolves to its exit code; a program that cannot be started or
 * takes too long gives 127 or 124.
 */
export function run(command, args, { timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    const own = process.platform !== 'win32' && timeoutMs !== undefined
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], detached: own, ...options })
    let late = false
    const timer =
      timeoutMs &&
      setTimeout(() => {
        late = true
        try {
          if (own) process.kill(-child.pid, 'SIGKILL')
          else child.kill('SIGKILL')
        } catch {
          // It ended by itself just now.
        }
      }, timeoutMs)
    child.on('error', () => {
      clearTimeout(timer)
      resolve(127)
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(late ? 124 : (code ?? 1))
    })
  })
}

/**
 * Becomes, as far as Node can, another program: its streams, its exit code, and every signal sent to us.
 * @returns the exit code; 128 + n when a signal ended it
 */
export function become(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, pass)
      resolve(code ?? 128 + (signalNumbers[signal] ?? 1))
    })
  })
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Runs a script's main part; a Problem ends it with its sentence alone. */
export function main(task) {
  task().then(
    (code) => {
      process.exitCode = code ?? 0
    },
    (error) => {
      say(error instanceof Problem ? error.message : (error?.stack ?? String(error)))
      process.exitCode = 1
    }
  )
}
