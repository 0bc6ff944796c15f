import type { ContentPath } from '../../../../common/content/paths'
import type { StateRef } from '../../app/workbench'
import { useWorkspace } from '../../api'
import { openDocumentAt, useOpenDocument } from '../documents'
import { versionRef } from '../history/compare-newest'
import { makersOf } from '../history/timeline'
import { shortTime } from '../history/times'
import { useVersions } from '../history/version-store'
import { sameState } from './load-state'
import classes from './CompareView.module.css'

/** More would make the list slow and no easier to use; the history finds the rest. */
const MOST = 400

interface StatePickerProps {
  readonly label: string
  readonly path: ContentPath
  readonly value: StateRef
  readonly onChange: (chosen: StateRef) => void
}

/** Chooses one of a file's states: what is there now, what is typed, or a version. */
export function StatePicker({ label, path, value, onChange }: StatePickerProps) {
  const { versions } = useVersions(path)
  const owner = useWorkspace()?.owner?.email
  const question = useOpenDocument(path)?.question
  const states: StateRef[] = [{ kind: 'current', path }]
  if (value.kind === 'draft' || question || openDocumentAt(path)?.dirty())
    states.push({ kind: 'draft', path })
  const listed = versions.kind === 'ready' ? versions.versions.slice(0, MOST) : []
  const makers = new Map(
    listed.map((version) => [version.url, makersOf(version) === owner ? 'you' : makersOf(version)])
  )
  states.push(...listed.map((version) => versionRef(path, version)))
  if (!states.some((state) => sameState(state, value))) states.push(value)

  return (
    <label className={classes.picker}>
      <span>{label}</span>
      <select
        value={states.findIndex((state) => sameState(state, value))}
        onChange={(event) => {
          const chosen = states[Number(event.currentTarget.value)]
          if (chosen) onChange(chosen)
        }}
      >
        {states.map((state, index) => (
          <option key={index} value={index}>
            {nameOfState(state, makers)}
          </option>
        ))}
      </select>
    </label>
  )
}

export function nameOfState(state: StateRef, makers: ReadonlyMap<string, string> = new Map()): string {
  if (state.kind === 'current') return 'Now (as saved)'
  if (state.kind === 'draft') return 'Typed here'
  const maker = makers.get(state.url)
  return [state.label, shortTime(state.timestamp), maker && `by ${maker}`].filter(Boolean).join(' · ')
}
