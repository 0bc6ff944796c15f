import { Alert, Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import type { LeftOut } from '../../../../../common/sync/left-out'
import type { SyncPair, SyncSurvey } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { notifyFailure, notifyWithUndo } from '../../../workbench/toast'
import { Waiting } from '../../../components/Waiting'
import { sync } from '../../../api/sync'
import { ChooseWhat } from './ChooseWhat'
import { foldersAbove, withMissing, type FolderCount, type Loaded } from './folder-choice'
import { lookIntoOf } from './look-into'
import { isSame, whatChanges } from './what-changes'
import classes from '../sync.module.css'

/** Shows what of a pair is synced, and lets it be changed (Y33). */
export function changeWhatIsSynced(pair: SyncPair, onDone: () => void): void {
  const id = modals.open({
    title: 'What is synced',
    size: 560,
    children: (
      <WhatIsSynced
        pair={pair}
        onClose={() => modals.close(id)}
        onChosen={(leftOut) => {
          modals.close(id)
          void change(pair, leftOut).then(onDone)
        }}
      />
    )
  })
}

interface WhatIsSyncedProps {
  readonly pair: SyncPair
  readonly onClose: () => void
  readonly onChosen: (leftOut: LeftOut) => void
}

interface Counted {
  readonly survey: SyncSurvey
  readonly loaded: Loaded
}

const nothing: LeftOut = { folders: [], media: false }

function WhatIsSynced({ pair, onClose, onChosen }: WhatIsSyncedProps) {
  const [counted, setCounted] = useState<Counted | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const leftOut = pair.leaveOut ?? nothing
  const { remoteId, local, remote } = pair
  const lookInto = lookIntoOf(remoteId, { local, remote })
  useEffect(() => {
    let isWanted = true
    countBoth(pair).then(
      (found) => isWanted && setCounted(found),
      (error: unknown) => isWanted && setProblem(sentenceOf(error))
    )
    return () => {
      isWanted = false
    }
  }, [round]) // eslint-disable-line react-hooks/exhaustive-deps -- counted once, for the pair as it was when this opened
  if (problem !== null)
    return (
      <div className={classes.choose}>
        <Alert color="red" role="alert" title="The two sides could not be counted">
          {problem}
        </Alert>
        <div className={classes.chooseButtons}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            onClick={() => {
              setProblem(null)
              setRound(round + 1)
            }}
          >
            Try again
          </Button>
        </div>
      </div>
    )
  if (!counted) return <Waiting what="what lies on both sides" />
  return (
    <ChooseWhat
      survey={counted.survey}
      places={pair}
      now={{ leftOut, loaded: counted.loaded }}
      lookInto={lookInto}
      whatFollows={(chosen) => {
        const sentences = whatChanges(leftOut, chosen)
        return sentences.length === 0
          ? 'What is not ticked is left out: nothing of it is sent, received or deleted.'
          : sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
      }}
      done="Save"
      onCancel={onClose}
      onDone={onChosen}
    />
  )
}

/** Also what lies beside each folder that is left out now. */
async function countBoth({ remoteId, local, remote, leaveOut }: SyncPair): Promise<Counted> {
  const survey = await sync.survey(remoteId, { local, remote })
  const out = leaveOut?.folders ?? []
  const loaded = new Map<string, readonly FolderCount[]>()
  for (const folder of foldersAbove(out))
    loaded.set(folder, withMissing(folder, await lookIntoOf(remoteId, { local, remote })(folder), out))
  return { survey, loaded }
}

async function change(pair: SyncPair, leftOut: LeftOut): Promise<void> {
  const before = pair.leaveOut ?? nothing
  if (isSame(before, leftOut)) return
  const set = ({ folders, media }: LeftOut) =>
    sync.changePair(pair.id, { leaveOut: { folders: [...folders], media } })
  try {
    await set(leftOut)
    notifyWithUndo(whatChanges(before, leftOut).join(' '), () => set(before))
  } catch (error) {
    notifyFailure('What is synced could not be changed', sentenceOf(error))
  }
}
