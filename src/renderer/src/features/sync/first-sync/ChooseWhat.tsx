import { Alert, Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { LeftOut } from '../../../../../common/sync/left-out'
import type { SyncSurvey } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { count } from '../words'
import { countAndSize } from './counts'
import { filesIn, toggled, withMissing, type FolderCount, type Loaded } from './folder-choice'
import { FolderRows } from './FolderRows'
import { numberText } from '../../../components/formats'
import classes from '../sync.module.css'

interface ChooseWhatProps {
  readonly survey: SyncSurvey
  readonly places: { readonly local: string; readonly remote: string }
  /** What is left out now, and what lies in the folders above it. */
  readonly now?: { readonly leftOut: LeftOut; readonly loaded: Loaded }
  /** Counts what lies in a folder. */
  readonly lookInto: (folder: string) => Promise<readonly FolderCount[]>
  /** What follows from the choice, in words. */
  readonly whatFollows: (chosen: LeftOut, files: number) => ReactNode
  readonly done: string
  readonly onDone: (leftOut: LeftOut) => void
  readonly onCancel: () => void
}

/** What lies on both sides, folder by folder with its size, to choose what of it is synced (Y33). */
export function ChooseWhat({ survey, places, now, lookInto, whatFollows, done, ...on }: ChooseWhatProps) {
  const [out, setOut] = useState<ReadonlySet<string>>(() => new Set(now?.leftOut.folders))
  const [media, setMedia] = useState(now?.leftOut.media !== true)
  const [loaded, setLoaded] = useState<Loaded>(
    () => new Map([...(now?.loaded ?? []), ['', withMissing('', survey.top, out)]])
  )
  const [problem, setProblem] = useState<string | null>(null)
  const loose = survey.top.find(({ path, files, here }) => path === '' && files + here > 0)
  const files = filesIn(out, loaded)
  const load = async (folder: string) => {
    try {
      const rows = await lookInto(folder)
      setLoaded((before) => new Map(before).set(folder, withMissing(folder, rows, out)))
      setProblem(null)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const leftOut = { folders: [...out].sort(), media: !media }
  return (
    <div className={classes.choose}>
      <p className={classes.text}>
        On the server are {countAndSize(survey.remote)} in {places.remote}; here are{' '}
        {countAndSize(survey.local)} in {places.local}. {bothWords(survey.both)}
      </p>
      <fieldset className={classes.chooseList}>
        <legend>Folders</legend>
        <div>
          <FolderRows
            folder=""
            out={out}
            loaded={loaded}
            onLoad={load}
            onToggle={(folder) => setOut((before) => toggled(before, folder, loaded))}
          />
          {loose && (
            <div className={classes.folderRow}>
              <span className={classes.opener} />
              <Checkbox label="Files in no folder" checked disabled readOnly />
              <small>
                {loose.files > 0 ? countAndSize(loose) : `only here: ${count(loose.here, 'file')}`}
              </small>
            </div>
          )}
        </div>
      </fieldset>
      <div className={classes.chooseKind}>
        <Checkbox
          label="Also pictures, PDFs and whatever else is no page and no data"
          checked={media}
          onChange={(event) => setMedia(event.currentTarget.checked)}
        />
        {survey.media.files > 0 && <small>{countAndSize(survey.media)}</small>}
      </div>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {survey.failures.length > 0 && (
        <Alert color="yellow">
          {count(survey.failures.length, 'folder')} could not be counted:{' '}
          {survey.failures
            .slice(0, 3)
            .map(({ path, message }) => `${path} (${message})`)
            .join(', ')}
        </Alert>
      )}
      <div className={classes.text} role="status">
        {whatFollows(leftOut, files)}
      </div>
      <div className={classes.chooseButtons}>
        <Button variant="default" onClick={on.onCancel}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => on.onDone(leftOut)}>
          {done}
        </Button>
      </div>
    </div>
  )
}

function bothWords(both: number): string {
  if (both === 0) return 'No name is on both sides.'
  return both === 1 ? 'One name is on both sides.' : `${numberText(both)} names are on both sides.`
}
