import type { StartState } from '../../../common/bridge'
import { reasonOf, reloadWorkspace, sentenceOf } from '../api'
import { desktop } from '../workbench/bridge'

/**
 * What the window has to show: choosing a workspace, the first questions, the workbench, or why it cannot.
 */
export type Phase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'choose'; readonly state: Extract<StartState, { kind: 'choose' }> }
  | { readonly kind: 'ready' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly message: string }

let begun: Promise<Phase> | null = null

/** Asks the desktop and the service before the first component is drawn. */
export function beginStart(): void {
  begun = findPhase()
}

/** The answer that was begun, once; from then on a new one. */
export function startPhase(): Promise<Phase> {
  const answer = begun ?? findPhase()
  begun = null
  return answer
}

async function findPhase(): Promise<Phase> {
  try {
    const state = await desktop()?.call('startState')
    if (state?.kind === 'choose') return { kind: 'choose', state }
    await reloadWorkspace()
    return { kind: 'ready' }
  } catch (error) {
    if (reasonOf(error) === 'unauthenticated') return { kind: 'signed-out' }
    return { kind: 'failed', message: sentenceOf(error) }
  }
}
