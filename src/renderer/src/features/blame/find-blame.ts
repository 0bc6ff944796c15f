import { GalleyError } from '../../../../common/errors'
import type { Person } from '../../../../common/person'
import type { FormatName } from '../../../../common/compare'
import { type StateRef, sameState } from '../../workbench/workbench'
import type { BlameAsk } from '../../engines/diff-views/changes/items'
import { runDiff } from '../../engines/diff-views/work/run-diff'
import { statesOf, type HistoryOf, type PastState } from './histories'
import { createWalk, type Walk } from './walk'

/** Who changed something last, and when. */
export type BlameResult =
  | {
      readonly kind: 'changed'
      readonly by: readonly Person[]
      /** Unix milliseconds. */
      readonly at: number
      /** `latest`: then, or before. */
      readonly when: 'then' | 'latest'
      /** The two states between which it changed. */
      readonly between: { readonly before: StateRef; readonly after: StateRef }
    }
  /** Here, and it is not saved yet. */
  | {
      readonly kind: 'unsaved'
      /** Null when nothing was ever saved. */
      readonly between: { readonly before: StateRef; readonly after: StateRef } | null
    }
  /**
   * It has been as it is since the oldest state that is kept, of that time; `alone`: there is no other one.
   */
  | {
      readonly kind: 'since-the-start'
      readonly by: readonly Person[]
      readonly at: number
      readonly alone: boolean
    }

/** How far a search has come. */
export interface Looked {
  readonly looked: number
  readonly of: number
}

/** A search that can be stopped with its signal and gone on with. */
export interface BlameSearch {
  readonly go: (signal: AbortSignal, told: (looked: Looked) => void) => Promise<BlameResult>
}

/** Begins a search. */
export type BlameFinder = () => BlameSearch

/**
 * A way to find out who last changed a place of a state (D11).
 * @param ref the state that the place is in; a place of the older of two states is looked for forwards, to
 * where it went
 */
export function blameFor(of: HistoryOf, format: FormatName, ref: StateRef, ask: BlameAsk): BlameFinder {
  const forwards = ask.in === 'before'
  const begin = async (signal: AbortSignal): Promise<Begun> => {
    const states = await statesOf(of, signal)
    const found = states.findIndex((one) => sameState(one.ref, ref))
    const start = Math.max(0, found)
    const walked = forwards ? states.slice(0, start + 1).reverse() : states.slice(start)
    const walk = createWalk(walked, ask.place, (texts, place, until) =>
      runDiff({ kind: 'trace', states: texts, format, place }, { signal: until })
    )
    return { states, start, walk }
  }
  return () => {
    let begun: Begun | null = null
    return {
      go: async (signal, told) => {
        begun ??= await begin(signal)
        const { states, start, walk } = begun
        const { last, ended } = await walk.go(signal, (looked) => told({ looked, of: states.length }))
        if (!forwards) return resultOf(states, start + last, ended === 'no-more')
        // what went: the first later state that does not have it
        return resultOf(states, Math.max(0, start - last - 1), false)
      }
    }
  }
}

interface Begun {
  readonly states: readonly PastState[]
  readonly start: number
  readonly walk: Walk
}

/** @param index of the state that brought it */
function resultOf(states: readonly PastState[], index: number, sinceTheStart: boolean): BlameResult {
  const state = states[index]
  const older = states[index + 1]
  if (!state) throw new GalleyError('not-found', 'There is nothing saved here yet.')
  const between = older ? { before: older.ref, after: state.ref } : null
  if (state.ref.kind === 'draft' || state.ref.kind === 'config-draft') return { kind: 'unsaved', between }
  if (sinceTheStart || !older || !between)
    return { kind: 'since-the-start', by: state.by, at: state.at, alone: states.length === 1 }
  return { kind: 'changed', by: state.by, at: state.at, when: state.when, between }
}
