import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { api, sentenceOf } from '../../api'
import { personName } from '../../components/person'
import { notify, notifyFailure } from '../../workbench/toast'
import type { DocumentSession } from '../session'
import { isMe, whoAre } from '../together/people-words'
import { heldWords, type Hold } from './hold-words'
import { readHolds } from './holds'

/** Holds the document for an hour from now on; asks first where others are in it, unless it is held already. */
export function holdDocument({ path, company }: DocumentSession, isHeld: boolean): void {
  const others = (company?.people ?? []).filter((one) => !isMe(one))
  const hold = () =>
    void done('Could not hold this document', async () => {
      const { by, left } = await api.hold(path)
      if (!isMe(by)) notify(heldWords({ by, ends: Date.now() + left }))
    })
  if (isHeld || others.length === 0) return hold()
  ask(
    'Hold it while others are in it?',
    `${whoAre(others, 'in this document')}. What they have typed is saved, then it is read-only for them until you let go or the hour is over.`,
    'Hold it',
    hold
  )
}

export function letGo({ path }: DocumentSession): void {
  void done('Could not let go of this document', () => api.letGo(path))
}

/** Writes in a held document for as long as the hold lasts, when the person says so. */
export function writeAllTheSame({ path }: DocumentSession, { by }: Hold): void {
  ask(
    'Write here all the same?',
    `${personName(by)} has asked to be alone in this document, and is told that you write in it.`,
    'Write all the same',
    () => void done('Could not go on', () => api.passHold(path))
  )
}

function ask(title: string, words: string, confirm: string, onConfirm: () => void): void {
  modals.openConfirmModal({
    title,
    children: createElement('p', { style: { margin: 0 } }, words),
    labels: { confirm, cancel: 'Cancel' },
    onConfirm
  })
}

async function done(failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (problem) {
    notifyFailure(failure, sentenceOf(problem))
  }
  await readHolds()
}
