import { IconAlertTriangle, IconBan, IconCircleX, IconEyeOff } from '@tabler/icons-react'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { JobResource } from '../../../../common/publishing/jobs'
import { openDocument } from '../../workbench/workbench'
import { isBlocked, type BeforePublishing } from './before-publishing'
import { countWords } from './check-words'
import { numberText } from '../../components/formats'
import classes from './Publishing.module.css'

interface CheckedItemsProps {
  readonly site: ContentPath
  readonly choice: BeforePublishing
  readonly resources: readonly JobResource[]
  /** The person goes to one of them. */
  readonly onLeave: () => void
}

const SHOWN = 200

/** Of many that were checked those that need a look, by how much it matters. */
export function CheckedItems({ site, choice, resources, onLeave }: CheckedItemsProps) {
  const found = resources
    .filter((one) => weightOf(one) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a) || (a.resourcePath < b.resourcePath ? -1 : 1))
  if (found.length === 0) return null
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <ul className={classes.checked} tabIndex={0} aria-label="What needs a look">
      {found.slice(0, SHOWN).map((one) => (
        <li key={one.resourcePath}>
          <Sign weight={weightOf(one)} />
          <span>
            <button
              type="button"
              onClick={() => {
                onLeave()
                openDocument(contentPath(`${site}${one.resourcePath}`))
              }}
            >
              {one.resourcePath}
            </button>{' '}
            {sentenceFor(one)}
          </span>
          {one.check && isBlocked(choice, one.check) && <span>left out</span>}
        </li>
      ))}
      {found.length > SHOWN && <li>and {numberText(found.length - SHOWN)} more</li>}
    </ul>
  )
}

/** What cannot be published, then errors, then what readers will not see, then warnings. */
const weightOf = ({ error, check }: JobResource): number => {
  if (error !== undefined) return 4
  if (!check) return 0
  return check.errors > 0 ? 3 : check.unseen > 0 ? 2 : check.warnings > 0 ? 1 : 0
}

function sentenceFor({ error, check }: JobResource): string {
  if (error !== undefined) return error
  const counts = check ? countWords(check) : ''
  return `${counts}: ${check?.problems[0]?.message ?? ''}`
}

function Sign({ weight }: { readonly weight: number }) {
  if (weight === 4) return <IconBan size={16} data-tone="bad" aria-label="Cannot be published" />
  if (weight === 3) return <IconCircleX size={16} data-tone="bad" aria-label="Errors" />
  return weight === 2 ? (
    <IconEyeOff size={16} data-tone="warn" aria-label="Not seen by readers" />
  ) : (
    <IconAlertTriangle size={16} data-tone="warn" aria-label="Warnings" />
  )
}
