import { useEffect, useRef } from 'react'
import type { BlamePlace, FormatName } from '../../../../common/compare'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import type { HistoryOf } from './histories'

/** What is asked about. */
export interface WhoChangedRequest {
  readonly of: HistoryOf
  readonly format: FormatName
  /** A place in what is shown now, typed or saved. */
  readonly place: BlamePlace
  /** What it is called: “Crew › Ada › Role”, “fares, row 12, price”. */
  readonly title: string
}

/** Shows who last changed a field, cell, row or block, and when (D16). What compares is loaded only now. */
export function askWhoChanged(request: WhoChangedRequest): void {
  import('./WhoChanged').then(
    ({ showWhoChanged }) => showWhoChanged(request),
    (problem: unknown) => notifyFailure('Who changed it cannot be shown', sentenceOf(problem))
  )
}

/**
 * The command “Who changed this last?” of what is shown, for palette, menu and shortcut.
 * @param request what the person is at, asked when the command runs; null when there is nothing, with
 * `nothing` as what to do about it
 */
export function useWhoChangedCommand(request: () => WhoChangedRequest | null, nothing: string): void {
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('history.who-changed'),
          run: () => {
            const found = latest.current()
            if (found) askWhoChanged(found)
            else notify(nothing)
          }
        }
      ]),
    [nothing]
  )
}
