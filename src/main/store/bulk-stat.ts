import { Worker } from 'node:worker_threads'
import type { FileStat } from './durable-fs'

const IDLE_MS = 5_000
const FIELDS = 5

/**
 * Outsides of many files in one go: a thread that asks the disk without the hand-over of each call needs a third of the
 * time, and leaves this one free. It ends when it has had nothing to do for some seconds.
 * @returns in the order of the paths, null where there is nothing
 */
export function statMany(paths: readonly string[]): Promise<(FileStat | null)[]> {
  const request = { id: ++lastId, paths }
  worker ??= start()
  clearTimeout(idle)
  return new Promise((resolve, reject) => {
    asked.set(request.id, { resolve: (fields) => resolve(unpacked(fields)), reject })
    worker?.postMessage(request)
  })
}

interface Asked {
  resolve(fields: Float64Array): void
  reject(error: unknown): void
}

interface Answer {
  readonly id: number
  readonly fields?: Float64Array
  readonly error?: { readonly message: string; readonly code: string }
}

// one thread for the whole process: it holds no state of any store
let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0
const asked = new Map<number, Asked>()

function start(): Worker {
  const thread = new Worker(program, { eval: true })
  thread.unref()
  const ended = (error: unknown) => {
    if (worker === thread) worker = undefined
    for (const one of asked.values()) one.reject(error)
    asked.clear()
  }
  thread.on('message', ({ id, fields, error }: Answer) => {
    const one = asked.get(id)
    asked.delete(id)
    if (asked.size === 0) rest(thread)
    if (fields) one?.resolve(fields)
    else one?.reject(Object.assign(new Error(error?.message ?? 'no answer'), { code: error?.code ?? 'EIO' }))
  })
  thread.on('error', ended)
  return thread
}

function rest(thread: Worker): void {
  clearTimeout(idle)
  idle = setTimeout(() => {
    worker = undefined
    void thread.terminate()
  }, IDLE_MS).unref()
}

function unpacked(fields: Float64Array): (FileStat | null)[] {
  const at = (index: number) => fields[index] ?? 0
  return Array.from({ length: fields.length / FIELDS }, (_, index) => {
    const from = index * FIELDS
    const kind = kinds[at(from)]
    if (kind === undefined) return null
    return { kind, size: at(from + 1), mtimeMs: at(from + 2), ctimeMs: at(from + 3), ino: at(from + 4) }
  })
}

const kinds = [undefined, 'file', 'folder', 'other'] as const

// as text, so that it runs the same from every bundle and from none
const program = `
const { parentPort } = require('node:worker_threads')
const { lstatSync } = require('node:fs')
parentPort.on('message', ({ id, paths }) => {
  try {
    const fields = new Float64Array(paths.length * ${FIELDS})
    paths.forEach((path, index) => {
      let stat
      try {
        stat = lstatSync(path, { throwIfNoEntry: false })
      } catch (error) {
        if (error.code !== 'ENOTDIR') throw error
      }
      if (stat) fields.set([stat.isFile() ? 1 : stat.isDirectory() ? 2 : 3, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino], index * ${FIELDS})
    })
    parentPort.postMessage({ id, fields }, [fields.buffer])
  } catch (error) {
    parentPort.postMessage({ id, error: { message: error.message, code: error.code } })
  }
})
`
