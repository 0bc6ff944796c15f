import type { ContentCheck } from '../../../../common/publishing/check-answers'
import { createSignal, useRead } from '../../state/signal'
import { keep, keptText } from '../../state/keep'

/**
 * What comes before something goes live (U7); kept on this machine. `ask`: a question when readers would get
 * errors, or miss something that was written. `always`: the check is shown each time. `block`: documents with
 * errors are not published from here.
 */
export const beforePublishingChoices = ['ask', 'always', 'block'] as const

export type BeforePublishing = (typeof beforePublishingChoices)[number]

const KEY = 'galley.before-publishing'
const changed = createSignal<void>()

export function beforePublishing(): BeforePublishing {
  const kept = keptText(KEY)
  return beforePublishingChoices.find((choice) => choice === kept) ?? 'ask'
}

export function changeBeforePublishing(choice: BeforePublishing): void {
  keep(KEY, choice)
  changed.notify()
}

export const useBeforePublishing = (): BeforePublishing => useRead(changed, beforePublishing)

/** Whether somebody should look at it before it goes live. */
export const needsLook = ({ errors, unseen }: Pick<ContentCheck, 'errors' | 'unseen'>): boolean =>
  errors > 0 || unseen > 0

export const isBlocked = (choice: BeforePublishing, { errors }: Pick<ContentCheck, 'errors'>): boolean =>
  choice === 'block' && errors > 0
