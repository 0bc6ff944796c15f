import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { MomentRun, MomentRequest } from '../../../../common/moment/answers'
import { api, sentenceOf } from '../../api'
import { asLongWork } from '../../workbench/long-work'
import { rememberUndo } from '../../workbench/undo'
import { activeTab, workbench } from '../../workbench/workbench'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { flushAll } from '../../documents'
import { filesWords } from './moments'

/**
 * Brings files back, with progress and a stop in the status bar. Resolves to what was done; null when it
 * could not begin, which is told.
 */
export async function goBack(scope: ContentPath, request: MomentRequest): Promise<MomentRun | null> {
  const what = request.token === undefined ? `“${nameOf(scope)}”` : 'what a token did'
  return run(`Bringing back ${what}`, (operation) => api.returnToMoment(scope, request, { operation }))
}

/** Does what is left of a return that was stopped or interrupted. */
export async function goOn({ id, path }: MomentRun): Promise<MomentRun | null> {
  return run(`Bringing back “${path.split('/').at(-1) ?? ''}”`, (operation) =>
    api.momentRun(id, 'resume', { operation })
  )
}

/** Brings all that it touched back to how it was before. */
export async function takeBack({ id }: MomentRun): Promise<MomentRun | null> {
  return run('Undoing', (operation) => api.momentRun(id, 'undo', { operation }))
}

async function run(
  title: string,
  work: (operation: string) => Promise<MomentRun>
): Promise<MomentRun | null> {
  try {
    // what is typed belongs to the state that can be returned to
    if (!(await flushAll())) {
      notifyFailure('Not everything is saved', 'Save what is typed, or close its tab, and try again.')
      return null
    }
    const ended = await asLongWork({ title, stopped: 'Stopped.' }, work)
    if (ended) report(ended)
    return ended
  } catch (error) {
    notifyFailure('It could not be brought back', sentenceOf(error))
    return null
  }
}

function isShown(): boolean {
  const tab = activeTab(workbench())
  return tab?.kind === 'tool' && tab.tool === 'moment'
}

function report(ended: MomentRun): void {
  const what = filesWords(ended.done)
  if (ended.undoes !== undefined) {
    notify(ended.failed.length === 0 ? `Undone: ${what} are as before` : `Undone for ${what}`)
  } else if (ended.done > 0) {
    const title = ended.state === 'stopped' ? `Stopped after ${what}` : `Brought back ${what}`
    const undo = async () => void (await takeBack(ended))
    // the view tells it itself while it is shown
    if (isShown()) rememberUndo({ title, undo })
    else notifyWithUndo(title, undo)
  }
}
