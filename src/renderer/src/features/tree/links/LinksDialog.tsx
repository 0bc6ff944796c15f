import { Button, Checkbox, Group } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { nameOf, type ContentPath } from '../../../../../common/content/paths'
import type { LinkPlanAnswer } from '../../../../../common/links/answers'
import { numberText } from '../../../components/formats'
import { isEnter } from '../../../components/keys'
import classes from '../dialogs.module.css'

/** What a move is asked to do with links: nothing, or to bring them along (LK2). */
export interface LinkChoice {
  readonly follow?: { readonly redirects: boolean }
  /** Their rows are to name what moves by its new place. */
  readonly configs?: readonly ContentPath[]
}

/** Why links could not be looked for, in a sentence. */
export interface NoPlan {
  readonly problem: string
}

/** Rows of a list; the rest is counted. */
const SHOWN = 100

interface LinksOfMoveProps {
  readonly plan: LinkPlanAnswer | NoPlan
  /** Whose rows can be changed with the move. */
  readonly configs: readonly ContentPath[]
  /** What the button says: `Rename`. */
  readonly action: string
  readonly onAnswer: (choice: LinkChoice) => void
  readonly onCancel: () => void
}

/** What a move means for links and readers: Enter brings them along, Alt+Enter leaves them (LK7). */
export function LinksOfMove({ plan, configs, action, onAnswer, onCancel }: LinksOfMoveProps) {
  const found = 'problem' in plan ? null : plan
  const links = found?.files.reduce((sum, { edits }) => sum + edits.length, 0) ?? 0
  const canFollow = links > 0 || (found?.redirects.length ?? 0) > 0
  const [wanted, setWanted] = useState({ links: links > 0, redirects: true })
  const redirects = wanted.redirects && (found?.redirects.length ?? 0) > 0
  const [isNamedAnew, setNamedAnew] = useState(false)
  const answer = (without: boolean) =>
    onAnswer({
      ...(!without && canFollow && (wanted.links || redirects) && { follow: { redirects } }),
      ...(!without && isNamedAnew && { configs })
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || !event.altKey) return
    event.preventDefault()
    answer(true)
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- a second key for a button that is there
    <div className={classes.dialog} onKeyDown={onKeyDown}>
      {'problem' in plan && <p role="alert">Links could not be looked for: {plan.problem}</p>}
      {found && links > 0 && (
        <>
          <Checkbox
            checked={wanted.links}
            onChange={({ currentTarget: { checked } }) =>
              setWanted({ links: checked, redirects: checked && wanted.redirects })
            }
            label={`Update ${counted(links, 'link')} in ${counted(found.files.length, 'document')}`}
            description="Each leads to the same place as before. Undo takes it back together with the rest."
          />
          <Rows
            label="Documents with links"
            rows={found.files.map(({ path, edits }) => ({
              name: path,
              note: edits.map(({ before, after }) => `${before} → ${after}`).join('\n'),
              count: counted(edits.length, 'link')
            }))}
          />
        </>
      )}
      {found && found.redirects.length > 0 && (
        <Checkbox
          checked={wanted.redirects && (wanted.links || links === 0)}
          disabled={!wanted.links && links > 0}
          onChange={({ currentTarget: { checked } }) => setWanted({ ...wanted, redirects: checked })}
          label={`Send readers of ${counted(found.redirects.length, 'published address', 'published addresses')} on`}
          description={`Adds to the redirects of the site: ${found.redirects
            .slice(0, 3)
            .map(({ source, destination }) => `${source} → ${destination}`)
            .join(', ')}`}
        />
      )}
      {found && found.cannot.length > 0 && (
        <>
          <p>These links cannot be updated, and lead nowhere or elsewhere afterwards:</p>
          <Rows
            label="Links that cannot be updated"
            rows={found.cannot.map(({ path, line, written, why }) => ({
              name: `${path}, line ${numberText(line)}`,
              note: written,
              count: whyNot[why]
            }))}
          />
        </>
      )}
      {found && found.rights.length > 0 && (
        <>
          <p>Who may do what with it changes:</p>
          <Rows
            label="Rights that change"
            rows={found.rights.map(({ group, before, after }) => ({
              name: group,
              count: `${before.join(', ') || 'nothing'} → ${after.join(', ') || 'nothing'}`
            }))}
          />
        </>
      )}
      {found && found.naming.length > 0 && (
        <>
          <p>
            These name it by its old path, and stay as they are{configs.length > 0 && ' unless you say so'}:
          </p>
          <Rows
            label="Configurations that name it"
            rows={found.naming.map(({ where, text }) => ({ name: where, count: text }))}
          />
          {configs.length > 0 && (
            <Checkbox
              checked={isNamedAnew}
              onChange={({ currentTarget: { checked } }) => setNamedAnew(checked)}
              label={`Name the new path in the config of ${configs.map((path) => `“${nameOf(path)}”`).join(' and ')}`}
              description="Permissions and editors that are set for the old path are set for the new one then. Undo takes it back."
            />
          )}
        </>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {links > 0 && (
          <Button variant="default" title="Alt+Enter" onClick={() => answer(true)}>
            {action} without links
          </Button>
        )}
        <Button data-autofocus onClick={() => answer(false)}>
          {action}
        </Button>
      </Group>
    </div>
  )
}

const whyNot = {
  taken: 'another document would answer',
  'no-host': 'the site has no host',
  written: 'its source cannot be written',
  forbidden: 'you may not change it'
} as const

/** Who links to what is about to be deleted; to leave it is what Enter does (LK7). */
export function LinkedRemoval({
  from,
  onDelete,
  onCancel
}: {
  readonly from: LinkPlanAnswer['from']
  readonly onDelete: () => void
  readonly onCancel: () => void
}) {
  const paths = [...new Set(from.map(({ path }) => path))]
  return (
    <div className={classes.dialog}>
      <p>
        {counted(paths.length, 'document links', 'documents link')} here. In the trash it is not found any
        more, and the links lead nowhere until it comes back.
      </p>
      <Rows
        label="Documents that link here"
        rows={paths.map((path) => {
          const links = from.filter((one) => one.path === path)
          return {
            name: path,
            note: links.map(({ line, written }) => `line ${line}: ${written}`).join('\n'),
            count: counted(links.length, 'link')
          }
        })}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" color="red" onClick={onDelete}>
          Move to the trash
        </Button>
        <Button data-autofocus onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

interface Row {
  readonly name: string
  /** Told when one stays on it. */
  readonly note?: string
  readonly count: string
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by the keyboard
    <ul className={classes.names} aria-label={label} tabIndex={0}>
      {rows.slice(0, SHOWN).map(({ name, note, count }, index) => (
        <li key={index} className={classes.row} title={note}>
          <span>{name}</span>
          <span className={classes.count}>{count}</span>
        </li>
      ))}
      {rows.length > SHOWN && <li>and {numberText(rows.length - SHOWN)} more</li>}
    </ul>
  )
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`
