import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile } from '../system/replace-file'

/** Notices that a workspace takes down who opens it, the app or `galley serve`, while it starts (T4). */
export interface StartMarker {
  /**
   * Before a workspace is opened.
   * @returns how many of its starts before this one, in a row, did not come to their end
   */
  begin(location: string): Promise<number>
  /** The workspace is shown, or served, for the first time: the start is over after a few seconds more. */
  shown(): void
  /** It is over now, or somebody ended it: resolves when no mark is left. */
  over(): Promise<void>
}

/** What fails by a sync or an import that goes on fails soon. */
const STEADY_MS = 5000

/** `times`: how many before it were cut off; an earlier Galley did not count. */
const mark = z.object({ location: z.string(), times: z.number().int().min(0).default(0) })

/**
 * @param file where the mark lies while a start lasts
 * @param onFailure told when it cannot be written: then nothing is noticed
 */
export function startMarker(
  file: string,
  onFailure: (error: unknown) => void,
  steadyMs = STEADY_MS
): StartMarker {
  let timer: NodeJS.Timeout | undefined
  let isShown = false
  let queue: Promise<unknown> = Promise.resolve()

  /** In turn, so that the mark of one start is not taken away by the end of another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }
  const over = () => {
    clearTimeout(timer)
    return inTurn(() => rm(file, { force: true })).catch(onFailure)
  }
  return {
    begin(location) {
      clearTimeout(timer)
      isShown = false
      return inTurn(async () => {
        const left = await readFile(file, 'utf8').then(markIn, () => null)
        const times = left?.location === location ? left.times + 1 : 0
        const next = { location, times } satisfies z.infer<typeof mark>
        await replaceFile(file, JSON.stringify(next)).catch(onFailure)
        return times
      })
    },
    shown() {
      // a window that is loaded again, or another one, does not make the start longer
      if (isShown) return
      isShown = true
      timer = setTimeout(() => void over(), steadyMs)
    },
    over
  }
}

function markIn(text: string): z.infer<typeof mark> | null {
  try {
    return mark.parse(JSON.parse(text))
  } catch {
    return null
  }
}
