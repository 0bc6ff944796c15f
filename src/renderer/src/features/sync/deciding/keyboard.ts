import { keyOf } from '../../../workbench/commands/key-rules'
import { useEffect, useRef } from 'react'
import type { Choice } from '../../../../../common/formats'
import { registerCommands } from '../../../workbench/commands/commands'
import { viewCommand } from '../../../workbench/commands/view-commands'

interface ConflictActions {
  /** To the next or previous place, first to those that are open. */
  readonly go: (to: 1 | -1) => void
  /** Null while something is still to choose. */
  readonly use: (() => void) | null
  readonly all: ((choice: Choice) => void) | null
}

/** What can be done with the conflict that is shown, for the palette, the menu and the keys. */
export function useConflictCommands(actions: ConflictActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const canUse = actions.use !== null
  const canChoose = actions.all !== null
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('sync.next-place'),
          run: () => latest.current.go(1)
        },
        {
          ...viewCommand('sync.previous-place'),
          run: () => latest.current.go(-1)
        },
        {
          ...viewCommand('sync.all-mine'),
          enabled: () => canChoose,
          run: () => latest.current.all?.('local')
        },
        {
          ...viewCommand('sync.all-theirs'),
          enabled: () => canChoose,
          run: () => latest.current.all?.('remote')
        },
        {
          ...viewCommand('sync.use'),
          enabled: () => canUse,
          run: () => latest.current.use?.()
        }
      ]),
    [canUse, canChoose]
  )
}

const keys: Readonly<Record<string, Choice>> = { m: 'local', s: 'remote', b: 'base', a: 'both' }

/** M mine, S the server’s, B as it was before, A all of both; null for other keys. */
export function choiceOfKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>
): Choice | null {
  const { ctrlKey, metaKey, altKey } = event
  return ctrlKey || metaKey || altKey ? null : (keys[keyOf(event).toLowerCase()] ?? null)
}

/**
 * Moves the focus to the next place that is open, in this direction and round the end; with none open, to the
 * next one.
 */
export function focusPlace(list: HTMLElement | null, chosen: readonly (Choice | null)[], to: 1 | -1): void {
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-conflict]') ?? [])]
  if (cards.length === 0) return
  const from = cards.findIndex((card) => card.contains(document.activeElement))
  const start = from < 0 && to < 0 ? 0 : from
  const steps = cards.map((_, step) => (start + to * (step + 1) + 2 * cards.length) % cards.length)
  const next = steps.find((index) => chosen[index] === null) ?? steps[0] ?? 0
  const card = cards[next]
  const radio =
    card?.querySelector<HTMLInputElement>('input:checked') ??
    card?.querySelector<HTMLInputElement>('input[value="local"]')
  radio?.focus()
  card?.scrollIntoView({ block: 'nearest' })
}
