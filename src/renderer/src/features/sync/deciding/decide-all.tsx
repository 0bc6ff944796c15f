import { modals } from '@mantine/modals'
import type { Choice } from '../../../../../common/formats'
import type { SyncConflict } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { asJob } from '../../../workbench/jobs'
import { notify, notifyFailure, notifyWithUndo } from '../../../workbench/toast'
import { sync } from '../../../api/sync'
import { count } from '../words'
import classes from './deciding.module.css'

/**
 * Asks, and decides every file the same way: one side wherever both have changed, the rest merged. It can be
 * stopped and taken back.
 */
export function askDecideAll(
  pair: string,
  files: readonly SyncConflict[],
  side: 'local' | 'remote',
  onDone: () => void
): void {
  const whose = side === 'local' ? 'yours' : 'the server’s'
  modals.openConfirmModal({
    title: `Take ${whose} in ${count(files.length, 'file')}?`,
    children: (
      <p className={classes.text}>
        Wherever both sides have changed the same place, {whose} counts; all other changes of both are kept.
        Every replaced content stays in a history, and each decision can be taken back.
      </p>
    ),
    labels: { confirm: `Take ${whose}`, cancel: 'Cancel' },
    onConfirm: () => void decideAll(pair, files, side).then(onDone)
  })
}

async function decideAll(
  pair: string,
  files: readonly SyncConflict[],
  side: 'local' | 'remote'
): Promise<void> {
  const done: string[] = []
  const left: string[] = []
  let problem = ''
  await asJob({ title: 'Deciding', total: files.length, unit: 'files' }, async (progress, signal) => {
    for (const { key, path } of files) {
      if (signal.aborted) break
      try {
        if (await decideOne(pair, key, side)) done.push(key)
        else left.push(path)
      } catch (error) {
        left.push(path)
        problem = sentenceOf(error)
      }
      progress(done.length + left.length)
    }
  })
  if (done.length > 0)
    notifyWithUndo(`${count(done.length, 'file')} decided.`, async () => {
      const kept = await undoAll(pair, done)
      notify(`${count(done.length - kept, 'decision')} taken back.`)
    })
  if (left.length > 0)
    notifyFailure(
      `${count(left.length, 'file')} still to decide`,
      `${left.slice(0, 3).join(', ')}${left.length > 3 ? ' …' : ''}: ${problem || 'together the two sides break a rule there.'}`
    )
}

/** False when the merge of both breaks a rule, which a person has to look at. */
async function decideOne(pair: string, key: string, side: 'local' | 'remote'): Promise<boolean> {
  const { conflicts } = await sync.conflict(pair, key, new Map())
  const choices = new Map<string, Choice>(
    conflicts.map(({ id, choices: may }) => [id, may.includes(side) ? side : 'local'])
  )
  const { open, state } = await sync.conflict(pair, key, choices)
  if (open > 0) return false
  await sync.decide(pair, key, { choices, state, keepBoth: false })
  return true
}

/** @returns how many could not be taken back */
async function undoAll(pair: string, keys: readonly string[]): Promise<number> {
  let kept = 0
  for (const key of keys) await sync.undo(pair, key).catch(() => (kept += 1))
  return kept
}
