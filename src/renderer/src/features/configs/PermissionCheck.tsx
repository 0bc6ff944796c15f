import { Autocomplete, Button, TagsInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import type { Reason } from '../../../../common/permissions/decide'
import { parseRules, type Action } from '../../../../common/permissions/rules'
import { usePathSuggestions } from './path-suggestions'
import { findingFor, permissionRows, type Finding } from './permissions-in'
import classes from './configs.module.css'

interface PermissionCheckProps {
  readonly org: string
  readonly saved: string
  /** With the changes that are not saved yet. */
  readonly current: string
  /** Adds a permissions sheet; null where this person may not. */
  readonly onRestrict: (() => void) | null
}

/** “What may this person do here?”, answered for the permissions as they are shown, before they are saved. */
export function PermissionCheck({ org, saved, current, onRestrict }: PermissionCheckProps) {
  const [email, setEmail] = useState('')
  const [groups, setGroups] = useState<string[]>([])
  const [where, setWhere] = useState('/')
  const rows = useMemo(() => permissionRows(current), [current])
  const before = useMemo(() => permissionRows(saved), [saved])
  const names = useMemo(() => (rows ? [...parseRules(rows).byIdentifier.keys()].sort() : []), [rows])
  const places = usePathSuggestions(org, where)
  const path = pathIn(org, where)
  const somebody = email.trim() !== '' || groups.length > 0
  const identity = { email: email.trim(), groups }
  const finding = path && findingFor(rows, identity, path)
  const old = path && findingFor(before, identity, path)
  return (
    <div className={classes.check}>
      <p className={classes.lead}>
        {rows
          ? 'Tried against the rows as they are shown now, saved or not.'
          : 'There is no permissions sheet: everybody who is signed in may read and write everything.'}
      </p>
      {!rows && onRestrict && (
        <Button variant="default" onClick={onRestrict}>
          Add a permissions sheet
        </Button>
      )}
      <Autocomplete
        label="Person"
        placeholder="E-mail"
        value={email}
        onChange={setEmail}
        data={names.filter((name) => name.includes('@'))}
        limit={12}
      />
      <TagsInput
        label="Groups"
        placeholder={groups.length === 0 ? 'Groups the person belongs to' : ''}
        value={groups}
        onChange={setGroups}
        data={names.filter((name) => !name.includes('@'))}
        limit={12}
      />
      <Autocomplete
        label="Place"
        description="A site, folder or page of the organization"
        value={where}
        onChange={setWhere}
        data={places}
        limit={12}
      />
      {!path ? (
        <p role="alert">This cannot be a path.</p>
      ) : !somebody && rows ? (
        <p className={classes.quiet}>Give a person, a group, or both.</p>
      ) : (
        finding && old && <Answer finding={finding} old={old} path={path} restricted={rows !== null} />
      )}
    </div>
  )
}

interface AnswerProps {
  readonly finding: Finding
  readonly old: Finding
  readonly path: ContentPath
  readonly restricted: boolean
}

function Answer({ finding, old, path, restricted }: AnswerProps) {
  const [org = '', site] = segmentsOf(path)
  const scope =
    site === undefined
      ? `the organization ${org}`
      : segmentsOf(path).length === 2
        ? `the site ${site}`
        : 'this path'
  return (
    <dl className={classes.answer} aria-live="polite">
      <Verdict
        what="Content"
        actions={finding.content}
        old={old.content}
        because={finding.because}
        restricted={restricted}
      />
      <Verdict
        what={`Config of ${scope}`}
        actions={finding.config}
        old={old.config}
        because={finding.becauseConfig}
        restricted={restricted}
      />
    </dl>
  )
}

interface VerdictProps {
  readonly what: string
  readonly actions: readonly Action[]
  readonly old: readonly Action[]
  readonly because: readonly Reason[]
  readonly restricted: boolean
}

function Verdict({ what, actions, old, because, restricted }: VerdictProps) {
  return (
    <div>
      <dt>{what}</dt>
      <dd data-may={actions.at(-1) ?? 'nothing'}>
        <b>{wordsOf(actions)}</b>
        {old.length !== actions.length && (
          <span className={classes.was}>was: {wordsOf(old).toLowerCase()}</span>
        )}
        {restricted && (
          <ul>
            {because.length === 0 ? (
              <li>
                {actions.length > 0
                  ? 'Who may read the content here may read its config.'
                  : 'No row speaks of this person and place.'}
              </li>
            ) : (
              because.map(({ identifier, rule, actions: given }) => (
                <li key={`${identifier} ${rule.path}`}>
                  {rule.rows.length === 1 ? 'Row' : 'Rows'} {rule.rows.join(', ')}: <code>{rule.path}</code>{' '}
                  gives {given.size === 0 ? 'nothing' : [...given].join(' and ')} to {identifier}
                </li>
              ))
            )}
          </ul>
        )}
      </dd>
    </div>
  )
}

/** `Read and write`, `Read`, `Nothing`. */
export function wordsOf(actions: readonly Action[]): string {
  if (actions.includes('write')) return 'Read and write'
  return actions.includes('read') ? 'Read' : 'Nothing'
}

function pathIn(org: string, where: string): ContentPath | null {
  try {
    return contentPath(`/${org}/${where.trim().replace(/^\/+|(?<!\/)\/+$/g, '')}`.replace(/\/$/, ''))
  } catch {
    return null
  }
}
