import { z } from 'zod'
import { isGuid } from '../store/layout/names'

/**
 * Two entries tell of all others: `SHA256SUMS`, as the tool of that name reads it, and this one, which seals
 * it.
 */
export const ABOUT = 'galley-backup.json'
export const SUMS = 'SHA256SUMS'

const FORMAT = 1

const count = z.number().int().min(0)
const shape = z.object({
  format: z.literal(FORMAT),
  workspace: z.object({ id: z.string().refine((id): boolean => isGuid(id)), name: z.string().max(255) }),
  /** Unix milliseconds. */
  takenAt: count,
  /** The version of Galley that wrote it. */
  galley: z.string().max(40),
  files: count,
  bytes: count,
  /** What could not be read when it was written. */
  leftOut: count,
  /** sha256 of `SHA256SUMS`. */
  sums: z.string().length(64)
})

/** What a backup says of itself. */
export type AboutBackup = Readonly<z.infer<typeof shape>>

export const aboutBytes = (about: Omit<AboutBackup, 'format'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...about }, null, 2)}\n`)

/** `newer` is of a Galley that knows more than this one; null when it cannot be understood. */
export function readAbout(bytes: Uint8Array): AboutBackup | 'newer' | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    const format = z.object({ format: z.number() }).safeParse(value).data?.format
    return format !== undefined && format > FORMAT ? 'newer' : shape.parse(value)
  } catch {
    return null
  }
}

export const sumLine = (hash: string, path: string): string => `${hash}  ${path}\n`

/** Hash by path; null when a line is none. */
export function readSums(bytes: Uint8Array): Map<string, string> | null {
  const sums = new Map<string, string>()
  for (const line of Buffer.from(bytes).toString('utf8').split('\n')) {
    if (line === '') continue
    const [, hash, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (hash === undefined || path === undefined || sums.has(path)) return null
    sums.set(path, hash)
  }
  return sums
}
