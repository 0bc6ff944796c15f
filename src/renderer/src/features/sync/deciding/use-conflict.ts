import { useCallback, useEffect, useState } from 'react'
import type { Choice } from '../../../../../common/formats'
import type { SyncConflictDetail } from '../../../../../common/sync'
import { reasonOf, sentenceOf } from '../../../api'
import { sync } from '../../../api/sync'

interface ConflictNow {
  /** Null while it is read for the first time. */
  readonly detail: SyncConflictDetail | null
  readonly choices: ReadonlyMap<string, Choice>
  readonly problem: string | null
  /** The service has not said yet what comes of the last choice. */
  readonly isBehind: boolean
  choose(id: string, choice: Choice): void
  /** The same for every place; where it cannot be had, mine. */
  chooseAll(choice: Choice): void
  notifyProblem(sentence: string): void
}

const none: ReadonlyMap<string, Choice> = new Map()

interface Told {
  readonly choices: ReadonlyMap<string, Choice>
  readonly detail: SyncConflictDetail
}

/**
 * One conflict, and what the file becomes with what has been chosen so far.
 * @param at when it came to be: another conflict about the same file is another one
 */
export function useConflict(pair: string, key: string, at: number, onGone: () => void): ConflictNow {
  const [choices, setChoices] = useState(none)
  const [told, setTold] = useState<Told | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let isWanted = true
    sync.conflict(pair, key, choices).then(
      (detail) => {
        if (!isWanted) return
        setTold({ choices, detail })
        setProblem(null)
      },
      (error: unknown) => {
        if (!isWanted) return
        if (reasonOf(error) === 'not-found') onGone()
        else setProblem(sentenceOf(error))
      }
    )
    return () => {
      isWanted = false
    }
  }, [pair, key, at, choices, onGone])

  const choose = useCallback(
    (id: string, choice: Choice) => setChoices((before) => new Map(before).set(id, choice)),
    []
  )
  const detail = told?.detail ?? null
  const chooseAll = useCallback(
    (choice: Choice) => {
      if (!detail) return
      setChoices(
        new Map(detail.conflicts.map(({ id, choices: may }) => [id, may.includes(choice) ? choice : 'local']))
      )
    },
    [detail]
  )
  return {
    detail,
    choices,
    problem,
    isBehind: told !== null && told.choices !== choices,
    choose,
    chooseAll,
    notifyProblem: setProblem
  }
}
