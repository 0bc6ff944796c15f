import { modals } from '@mantine/modals'
import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import type { LinkPlanAnswer } from '../../../../../common/links/answers'
import { reasonOf, sentenceOf } from '../../../api'
import { saveEverything } from '../../../documents/closing'
import { numberText } from '../../../components/formats'
import { startJob } from '../../../workbench/jobs'
import { notify } from '../../../workbench/toast'
import { changeableConfigs } from './named-configs'
import { planOfMove, planOfRemoval } from './whole-plan'
import { LinkedRemoval, LinksOfMove, type LinkChoice, type NoPlan } from './LinksDialog'

interface Question {
  /** What is about to be done: `Rename “a” to “b”`. */
  readonly title: string
  readonly action: string
  /** Told when the person gave up while links were being looked for. */
  readonly stopped: string
}

/** What is found at once needs no bar. Milliseconds. */
const SHOWN_AFTER = 400

/**
 * Asks, before things move, what is to become of the links (LK7). Where none is concerned, nobody is asked.
 * @returns null when the person gave up
 */
export async function askAboutMove(
  moves: readonly { readonly from: ContentPath; readonly to: ContentPath }[],
  { title, action, stopped }: Question
): Promise<LinkChoice | null> {
  const plan = await planned((signal) => planOfMove(moves, signal), stopped)
  if (plan === 'stopped') return null
  if (!('problem' in plan) && isPlain(plan)) return {}
  const configs = 'problem' in plan ? [] : await changeableConfigs(moves, plan)
  return ask<LinkChoice>(title, (answer) => (
    <LinksOfMove
      plan={plan}
      configs={configs}
      action={action}
      onAnswer={answer}
      onCancel={() => answer(null)}
    />
  ))
}

/** Asks before what others link to goes to the trash (LK7). @returns whether it is to go */
export async function askAboutRemoval(paths: readonly ContentPath[]): Promise<boolean> {
  if (paths.length === 0) return false
  const plan = await planned((signal) => planOfRemoval(paths, signal), 'Stopped. Nothing was deleted.')
  if (plan === 'stopped') return false
  // what goes to the trash comes back as it was: not to know who links to it is no reason to stay
  if ('problem' in plan || plan.from.length === 0) return true
  const [first] = paths
  const what = paths.length === 1 && first ? `“${nameOf(first)}”` : `${numberText(paths.length)} items`
  const answer = await ask<true>(`Delete ${what}?`, (answered) => (
    <LinkedRemoval from={plan.from} onDelete={() => answered(true)} onCancel={() => answered(null)} />
  ))
  return answer === true
}

async function planned(
  plan: (signal: AbortSignal) => Promise<LinkPlanAnswer>,
  stopped: string
): Promise<LinkPlanAnswer | NoPlan | 'stopped'> {
  const stop = new AbortController()
  const shown: { job?: ReturnType<typeof startJob> } = {}
  const late = setTimeout(() => {
    shown.job = startJob({ title: 'Looking for links', total: 0, unit: 'files', cancel: () => stop.abort() })
  }, SHOWN_AFTER)
  try {
    // links that were typed just now count
    await saveEverything()
    return await plan(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted && reasonOf(error) !== 'cancelled') return { problem: sentenceOf(error) }
    notify(stopped)
    return 'stopped'
  } finally {
    clearTimeout(late)
    shown.job?.end()
  }
}

/** Whether there is nothing to be asked or told. */
const isPlain = ({ files, cannot, redirects, rights, naming }: LinkPlanAnswer) =>
  [files, cannot, redirects, rights, naming].every(({ length }) => length === 0)

/** A dialog with one answer; null when it is closed. */
function ask<T>(
  title: string,
  shown: (answer: (chosen: T | null) => void) => React.ReactNode
): Promise<T | null> {
  return new Promise((resolve) => {
    let chosen: T | null = null
    const id = modals.open({
      title,
      onClose: () => resolve(chosen),
      children: shown((answer) => {
        chosen = answer
        modals.close(id)
      })
    })
  })
}
