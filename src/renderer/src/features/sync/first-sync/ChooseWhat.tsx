import { Alert, Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { LeftOut } from '../../../../../common/sync/left-out'
import type { SyncSurvey } from '../../../../../common/sync'
import { sizeOf } from '../../media/facts'
import { count } from '../words'
import classes from '../sync.module.css'

interface ChooseWhatProps {
  readonly survey: SyncSurvey
  readonly places: { readonly local: string; readonly remote: string }
  readonly onStart: (leftOut: LeftOut) => void
  readonly onCancel: () => void
}

/** What lies on the server, folder by folder with its size, to choose from before the first sync. */
export function ChooseWhat({ survey, places, onStart, onCancel }: ChooseWhatProps) {
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [media, setMedia] = useState(true)
  const folders = survey.top.filter(({ path }) => path !== '')
  const loose = survey.top.find(({ path }) => path === '')
  const kept = survey.top.filter(({ path }) => !out.has(path))
  const files = kept.reduce((sum, one) => sum + one.files, 0)
  const toggle = (path: string) =>
    setOut((before) => (before.has(path) ? without(before, path) : new Set(before).add(path)))
  return (
    <div className={classes.choose}>
      <p className={classes.text}>
        On the server are {countAndSize(survey.remote)} in {places.remote}; here are{' '}
        {countAndSize(survey.local)} in {places.local}. {bothWords(survey.both)}
      </p>
      <fieldset className={classes.chooseList}>
        <legend>Folders of the server</legend>
        {folders.map((folder) => (
          <div key={folder.path}>
            <Checkbox
              label={folder.path.slice(1)}
              checked={!out.has(folder.path)}
              onChange={() => toggle(folder.path)}
            />
            <small>{countAndSize(folder)}</small>
          </div>
        ))}
        {loose && (
          <div>
            <Checkbox label="Files in no folder" checked disabled readOnly />
            <small>{countAndSize(loose)}</small>
          </div>
        )}
      </fieldset>
      <div className={classes.chooseKind}>
        <Checkbox
          label="Also pictures, PDFs and whatever else is no page and no data"
          checked={media}
          onChange={(event) => setMedia(event.currentTarget.checked)}
        />
        <small>{countAndSize(survey.media)}</small>
      </div>
      {survey.failures.length > 0 && (
        <Alert color="yellow">
          {count(survey.failures.length, 'folder')} could not be counted:{' '}
          {survey.failures
            .slice(0, 3)
            .map(({ path, message }) => `${path} (${message})`)
            .join(', ')}
        </Alert>
      )}
      <p className={classes.text} role="status">
        {media ? '' : 'At most '}
        {count(files, 'file')} of the server {files === 1 ? 'is' : 'are'} compared with what is here. What is
        left out stays where it is, on both sides. You can go on working, stop, or close Galley: it goes on
        where it was.
      </p>
      <div className={classes.chooseButtons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => onStart({ folders: [...out], media: !media })}>
          Start the sync
        </Button>
      </div>
    </div>
  )
}

interface Counted {
  readonly files: number
  readonly bytes: number | null
}

const countAndSize = ({ files, bytes }: Counted): string =>
  bytes === null ? count(files, 'file') : `${count(files, 'file')}, ${sizeOf(bytes)}`

function bothWords(both: number): string {
  if (both === 0) return 'No name is on both sides.'
  return both === 1 ? 'One name is on both sides.' : `${both.toLocaleString('en')} names are on both sides.`
}

const without = (all: ReadonlySet<string>, one: string) => new Set([...all].filter((other) => other !== one))
