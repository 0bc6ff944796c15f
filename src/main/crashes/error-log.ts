import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Errors of the program’s own code, in a text file that turns over (CR3). */
export interface ErrorLog {
  /** Written at once, since the process may be about to end. Never throws. */
  note(where: 'app' | 'window', name: string, stack: string): void
  /** The last lines, the newest last. */
  lines(): Promise<string[]>
  remove(): Promise<void>
}

/** Bytes of each of the two files; lines that are shown. */
const [MOST, SHOWN] = [256 * 1024, 200]
/** Frames of one error. */
const FRAMES = 12

/** @param file its former half lies beside it, with `.1` behind */
export function openErrorLog(file: string, now: () => number = Date.now): ErrorLog {
  const former = `${file}.1`
  return {
    note(where, name, stack) {
      try {
        mkdirSync(dirname(file), { recursive: true })
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST) renameSync(file, former)
        const frames = framesOf(stack).join(' < ')
        appendFileSync(file, `${new Date(now()).toISOString()} ${where} ${plainName(name)} ${frames}\n`, {
          mode: 0o600
        })
      } catch {
        // what notes errors makes none
      }
    },
    async lines() {
      const parts = await Promise.all([former, file].map((one) => readFile(one, 'utf8').catch(() => '')))
      return parts.join('').split('\n').filter(Boolean).slice(-SHOWN)
    },
    async remove() {
      await Promise.all([former, file].map((one) => rm(one, { force: true })))
    }
  }
}

/** A class of errors; whatever else somebody may have named one is not told. */
const plainName = (name: string) => (/^[A-Za-z][A-Za-z0-9]{0,60}$/.test(name) ? name : 'Error')

/**
 * Where it happened: functions and places in the program, as `read (index.js:10:5)`. Messages are left out: they may
 * name files and quote what was written; so are folders, which name people.
 */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, whole, place] = /^\s*at (?:(.+?) \()?(.+?)\)?$/.exec(line.slice(0, 1000)) ?? []
      const [, file, at] = /([A-Za-z0-9._-]+\.[cm]?js):(\d+:\d+)$/.exec(place ?? '') ?? []
      if (file === undefined) return []
      const name = /^(?:async )?[A-Za-z0-9_$.#<> ]{1,80}$/.test(whole ?? '') ? `${whole} ` : ''
      return [`${name}(${file}:${at})`]
    })
    .slice(0, FRAMES)
}
