import { Select } from '@mantine/core'
import { useMemo } from 'react'
import type { VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import type { StateRef } from '../../app/workbench'
import { useWorkspace } from '../../api'
import { openDocumentAt, useOpenDocument } from '../documents'
import { versionRef } from '../history/compare-newest'
import { makerNames } from '../history/makers'
import { shortTime } from '../history/times'
import { useVersions } from '../history/version-store'
import { sameState } from './load-state'
import classes from './CompareView.module.css'

/** That many are drawn at a time; typing finds the others. */
const SHOWN = 100

interface StatePickerProps {
  readonly label: string
  readonly path: ContentPath
  readonly value: StateRef
  readonly onChange: (chosen: StateRef) => void
}

/** Chooses one of a file's states: what is there now, what is typed, or a version, found by label, day or person. */
export function StatePicker({ label, path, value, onChange }: StatePickerProps) {
  const { versions } = useVersions(path)
  const me = useWorkspace()?.owner?.email
  const question = useOpenDocument(path)?.question
  const typed = value.kind === 'draft' || Boolean(question) || openDocumentAt(path)?.dirty() === true
  const choices = useMemo(
    () => choicesOf(path, versions.kind === 'ready' ? versions.versions : [], typed, value, me),
    [path, versions, typed, value, me]
  )
  return (
    <div className={classes.picker}>
      <span aria-hidden="true">{label}</span>
      <Select
        aria-label={label}
        className={classes.select ?? ''}
        size="xs"
        searchable
        allowDeselect={false}
        limit={SHOWN}
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        comboboxProps={{ width: 400, position: 'bottom-start' }}
        onClick={(event) => event.currentTarget.select()}
        nothingFoundMessage="No version like this. Try a label, a day or a name."
        data={choices.map(({ key, name }) => ({ value: key, label: name }))}
        value={keyOf(value)}
        onChange={(key) => {
          const chosen = choices.find((choice) => choice.key === key)
          if (chosen) onChange(chosen.state)
        }}
      />
    </div>
  )
}

interface Choice {
  readonly key: string
  readonly name: string
  readonly state: StateRef
}

function choicesOf(
  path: ContentPath,
  versions: readonly VersionRecord[],
  typed: boolean,
  value: StateRef,
  me: string | undefined
): Choice[] {
  const choice = (state: StateRef, makers?: string) => ({
    key: keyOf(state),
    name: nameOfState(state, makers),
    state
  })
  const choices = [choice({ kind: 'current', path })]
  if (typed) choices.push(choice({ kind: 'draft', path }))
  for (const version of versions)
    choices.push(choice(versionRef(path, version), makerNames(version.users, me)))
  if (!choices.some(({ state }) => sameState(state, value))) choices.push(choice(value))
  return choices
}

const keyOf = (state: StateRef) => (state.kind === 'version' ? state.url : state.kind)

/** `Before legal review · 22 Oct 2026, 13:34 · by mara.ruiz` */
export function nameOfState(state: StateRef, makers?: string): string {
  if (state.kind === 'current') return 'Now (as saved)'
  if (state.kind === 'draft') return 'Typed here'
  return [state.label, shortTime(state.timestamp), makers && `by ${makers}`].filter(Boolean).join(' · ')
}
