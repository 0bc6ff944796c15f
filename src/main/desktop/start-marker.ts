import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../secrets/replace-file'

/** Notices that a workspace takes the app down while it starts (T4). */
export interface StartMarker {
  /** Before a workspace is opened. @returns whether its last start did not come to its end */
  begin(location: string): Promise<boolean>
  /** A window shows the workspace: the start is over after a few seconds more. */
  shown(): void
  /** It is over now, or somebody ended it: resolves when no mark is left. */
  over(): Promise<void>
}

/** What fails by a sync or an import that goes on fails soon. */
const STEADY_MS = 5000

const mark = z.object({ location: z.string() })

/** @param folder for user data @param onFailure told when a mark cannot be written: then nothing is noticed */
export function startMarker(
  folder: string,
  onFailure: (error: unknown) => void,
  steadyMs = STEADY_MS
): StartMarker {
  const file = join(folder, 'starting.json')
  let timer: NodeJS.Timeout | undefined
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
      return inTurn(async () => {
        const left = await readFile(file, 'utf8').then(markIn, () => null)
        await replaceFile(file, JSON.stringify({ location } satisfies z.infer<typeof mark>)).catch(onFailure)
        return left?.location === location
      })
    },
    shown() {
      clearTimeout(timer)
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
