import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { segmentsOf } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { sentenceOf } from '../../api'
import { notify } from '../../workbench/toast'
import { wordsOf } from './PermissionCheck'
import { changesOf, type ConfigChange } from './change-list'
import type { ConfigDraft } from './config-draft'
import { permissionChanges, permissionRows, type PermissionChange } from './permissions-in'
import classes from './configs.module.css'

interface SaveConfigProps {
  readonly draft: ConfigDraft
  readonly onDone: () => void
}

const SHOWN = 100

/** Before a config is saved: what changes in it, and who gains or loses what. */
export function SaveConfig({ draft, onDone }: SaveConfigProps) {
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { saved, current, path } = draft
  const changes = changesOf(saved, current)
  const isOrg = segmentsOf(path).length === 1
  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      await draft.save()
      notify('Saved the config')
      onDone()
    } catch (error) {
      setProblem(
        error instanceof GalleyError && error.reason === 'precondition-failed'
          ? 'Somebody else saved this config a moment ago. Nothing was overwritten. Close this, and see above the rows what you can do.'
          : sentenceOf(error)
      )
      setSaving(false)
    }
  }
  return (
    <div className={classes.dialog}>
      {saved === '' && (
        <p>This makes a new config here. Configs of other places stay as they are: nothing is inherited.</p>
      )}
      {changes === null ? (
        <p>The text changes as a whole.</p>
      ) : changes.length === 0 ? (
        <p>Only the form of the text changes; no sheet, row or value does.</p>
      ) : (
        <div className={classes.changes}>
          {changes.map(({ sheet, changes: its }) => (
            <section key={sheet}>
              <h3>{sheet === '' ? 'The whole config' : sheet}</h3>
              <ul>
                {its.slice(0, SHOWN).map((change, index) => (
                  <Change key={index} change={change} />
                ))}
                {its.length > SHOWN && <li>and {its.length - SHOWN} more</li>}
              </ul>
            </section>
          ))}
        </div>
      )}
      {isOrg && <Consequences org={segmentsOf(path)[0] ?? ''} saved={saved} current={current} />}
      {problem !== null && (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button data-autofocus loading={saving} onClick={() => void save()}>
          Save
        </Button>
      </Group>
    </div>
  )
}

const signs = { added: '+', removed: '−', changed: '~', moved: '↕' } as const

function Change({ change }: { readonly change: ConfigChange }) {
  return (
    <li data-kind={change.kind}>
      <i aria-hidden="true">{signs[change.kind]}</i>
      <span className="visually-hidden">{change.kind}: </span>
      {change.text}
    </li>
  )
}

interface ConsequencesProps {
  readonly org: string
  readonly saved: string
  readonly current: string
}

/** Rows say who may what only together: here is what they come to. */
function Consequences({ org, saved, current }: ConsequencesProps) {
  const [before, after] = [permissionRows(saved), permissionRows(current)]
  if (!before && !after) return null
  if (!before || !after) {
    return (
      <p className={classes.warning}>
        {after
          ? 'From now on only those whom the permissions sheet names may read and write in this organization. Until now everybody who is signed in may.'
          : 'Without a permissions sheet everybody who is signed in may read and write everything in this organization, its configs too.'}
      </p>
    )
  }
  const found = permissionChanges(org, before, after)
  if (found.length === 0) return null
  return (
    <section className={classes.changes}>
      <h3>Who gains and who loses</h3>
      <ul>
        {found.slice(0, SHOWN).map((change) => (
          <li
            key={`${change.identifier} ${change.reach} ${change.where}`}
            data-kind={change.after.length > change.before.length ? 'added' : 'removed'}
          >
            <i aria-hidden="true">{change.after.length > change.before.length ? '+' : '−'}</i>
            {change.identifier}, {placeOf(org, change)}: {wordsOf(change.before).toLowerCase()} →{' '}
            {wordsOf(change.after).toLowerCase()}
          </li>
        ))}
        {found.length > SHOWN && <li>and {found.length - SHOWN} more</li>}
      </ul>
    </section>
  )
}

function placeOf(org: string, { where, reach }: PermissionChange): string {
  if (reach === 'config') return where === '' ? 'all configs' : `the config of ${where}`
  const place = where === '' ? org : where
  return reach === 'below' ? `everything in ${place}` : place
}
