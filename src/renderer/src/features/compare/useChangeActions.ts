import { useMemo } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { Format } from '../../../../common/diff'
import type { Schema } from '../../../../common/schema'
import type { StateRef } from '../../app/workbench'
import { blameFor } from './blame/find-blame'
import { restoreChange } from './restore-change'
import type { ChangeActions } from './views/ChangeBar'

interface Given {
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly sides: { readonly before: StateRef; readonly after: StateRef }
  /** The text of the older side. */
  readonly before: string
  readonly format: Format
  readonly schema: Schema | null
}

/** What can be done with single changes between two states of a file. */
export function useChangeActions({ path, isConfig, sides, before, format, schema }: Given): ChangeActions {
  const { before: left, after: right } = sides
  return useMemo((): ChangeActions => {
    const isNow = !isConfig && (right.kind === 'current' || right.kind === 'draft') && right.path === path
    const swapped = (left.kind === 'current' || left.kind === 'draft') && left.path === path
    const inHistory = !isConfig && isOf(path, left) && isOf(path, right)
    return {
      restore: isNow
        ? ({ pick }, { title }) => void restoreChange(path, { before, pick, title, format, schema })
        : null,
      whyNot: isNow
        ? null
        : isConfig
          ? 'Single changes of a config are taken back in its own editor.'
          : swapped
            ? 'To take single changes back, swap the sides: the document as it is now belongs on the right.'
            : 'To take single changes back, choose “Now” on the right side.',
      blame: inHistory ? (ask) => blameFor(path, format, ask.in === 'before' ? left : right, ask) : null
    }
  }, [path, isConfig, left, right, before, format, schema])
}

/** A state of the history of this file. */
const isOf = (path: ContentPath, state: StateRef) =>
  state.path === path && (state.kind === 'current' || state.kind === 'draft' || state.kind === 'version')
