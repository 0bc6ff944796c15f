import { createElement, useMemo } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { restorePicked, type FormatName } from '../../../../common/compare'
import type { Schema } from '../../../../common/schema'
import type { StateRef } from '../../workbench/workbench'
import { configDraft, restoreInConfig } from '../configs'
import { openDocumentAt } from '../../documents'
import { BlameLine, blameFor, type HistoryOf } from '../blame'
import { useRead } from '../../state/signal'
import { restoreChange } from './restore-change'
import type { PutBack } from '../../engines/diff-views/lines'
import type { ChangeActions } from '../../engines/diff-views/views/ChangeBar'

interface Compared {
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly sides: { readonly before: StateRef; readonly after: StateRef }
}

interface Given extends Compared {
  /** The text of the older side. */
  readonly before: string
  readonly format: FormatName
  readonly schema: Schema | null
}

const TIME_LIMIT = 5_000

/**
 * How a change is put back into the document, or config, as it is now; null where that is on neither side,
 * and why.
 */
export interface Restoring {
  readonly restore: ((title: string, putBack: PutBack) => void) | null
  readonly whyNot: string | null
}

export function useRestoring({ path, isConfig, sides }: Compared): Restoring {
  const { before: left, after: right } = sides
  const draft = isConfig ? configDraft(path) : null
  const writable = useRead(draft, () => draft?.writable ?? true)
  return useMemo(
    () =>
      isNowOf(path, right) && writable
        ? {
            restore: (title, putBack) =>
              void (isConfig ? restoreInConfig(path, title, putBack) : restoreChange(path, title, putBack)),
            whyNot: null
          }
        : { restore: null, whyNot: whyNot({ path, isConfig, left, right, writable }) },
    [path, isConfig, left, right, writable]
  )
}

/** What can be done with single changes between two states of a file, or of a config. */
export function useChangeActions({ path, isConfig, sides, before, format, schema }: Given): ChangeActions {
  const { before: left, after: right } = sides
  const { restore, whyNot: why } = useRestoring({ path, isConfig, sides })
  return useMemo((): ChangeActions => {
    const inHistory = isOf(path, left) && isOf(path, right)
    const of: HistoryOf = {
      path,
      isConfig,
      typed: () => (isConfig ? textOrNull(configDraft(path).current) : typedIn(path))
    }
    return {
      restore:
        restore &&
        (({ pick }, { title }) =>
          restore(title, (text) =>
            restorePicked(before, text, pick, { format, schema, deadline: Date.now() + TIME_LIMIT })
          )),
      whyNot: why,
      blame: inHistory
        ? (ask) =>
            createElement(BlameLine, {
              find: blameFor(of, format, ask.in === 'before' ? left : right, ask)
            })
        : null
    }
  }, [path, isConfig, left, right, restore, why, before, format, schema])
}

const textOrNull = (text: string) => (text === '' ? null : text)

/** What is typed in the open document; null when it is not open, or no text. */
function typedIn(path: ContentPath): string | null {
  const session = openDocumentAt(path)
  return session?.snapshot().phase.kind === 'text' ? session.text() : null
}

/** The state that single changes are taken back in. */
function isNowOf(path: ContentPath, { kind, path: of }: StateRef): boolean {
  return of === path && (kind === 'current' || kind === 'draft' || kind === 'config-draft')
}

interface Why {
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly left: StateRef
  readonly right: StateRef
  readonly writable: boolean
}

function whyNot({ path, isConfig, left, right, writable }: Why): string {
  if (!writable) return 'You may read this config, and not change it.'
  if (isNowOf(path, left) && !isNowOf(path, right)) {
    const it = isConfig ? 'the config' : 'the document'
    return `To take single changes back, swap the sides: ${it} as it is now belongs on the right.`
  }
  return isConfig
    ? 'To take single changes back, choose “Now, with what is not saved yet” on the right side.'
    : 'To take single changes back, choose “Now” on the right side.'
}

/** A state of the history of this file or config. */
const isOf = (path: ContentPath, { kind, path: of }: StateRef) =>
  of === path && kind !== 'disk' && kind !== 'published'
