import { Checkbox } from '@mantine/core'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { JobResource } from '../../../../common/publishing/jobs'
import type { PageReference } from '../../../../common/publishing/reference-answers'
import { numberText } from '../../components/formats'
import { openDocument } from '../../workbench/workbench'
import { needsLook } from './before-publishing'
import { countWords } from './check-words'
import { mayPublish } from './linked'
import classes from './Publishing.module.css'

interface LinkedItemsProps {
  readonly site: ContentPath
  readonly items: readonly PageReference[]
  readonly chosen: ReadonlySet<string>
  /** By path below the site; null while it is not known. */
  readonly checked: ReadonlyMap<string, JobResource> | null
  /** Has errors, and is not published by the settings. */
  readonly isLeftOut: (resourcePath: string) => boolean
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  /** The person goes to one of them. */
  readonly onLeave: () => void
}

/** What a page links to that can go live with it, each to choose (U13). */
export function LinkedItems({
  site,
  items,
  chosen,
  checked,
  isLeftOut,
  onChoose,
  onLeave
}: LinkedItemsProps) {
  const free = items
    .filter((one) => mayPublish(one) && !isLeftOut(one.resourcePath))
    .map(({ resourcePath }) => resourcePath)
  const some = free.filter((name) => chosen.has(name)).length
  const choose = (name: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(name)
    else next.delete(name)
    onChoose(next)
  }
  return (
    <div className={classes.linked} role="group" aria-label="Publish with it">
      {free.length > 1 && (
        <Checkbox
          size="xs"
          label={`All ${numberText(free.length)} that it links to`}
          checked={some === free.length}
          indeterminate={some > 0 && some < free.length}
          onChange={() => onChoose(new Set(some === free.length ? [] : free))}
        />
      )}
      <ul>
        {items.map((one) => {
          const { resourcePath } = one
          const leftOut = isLeftOut(resourcePath)
          return (
            <li key={resourcePath}>
              <Checkbox
                size="xs"
                label={resourcePath}
                description={<Words item={one} result={checked?.get(resourcePath)} leftOut={leftOut} />}
                disabled={!mayPublish(one) || leftOut}
                checked={chosen.has(resourcePath) && !leftOut}
                onChange={(event) => choose(resourcePath, event.currentTarget.checked)}
              />
              <button
                type="button"
                aria-label={`Open ${resourcePath}`}
                onClick={() => {
                  onLeave()
                  openDocument(contentPath(site + resourcePath))
                }}
              >
                Open
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface WordsProps {
  readonly item: PageReference
  readonly result: JobResource | undefined
  readonly leftOut: boolean
}

function Words({ item, result, leftOut }: WordsProps) {
  const { check, error } = result ?? {}
  const wrong =
    error ?? (check && needsLook(check) ? `${countWords(check)}: ${check.problems[0]?.message ?? ''}` : '')
  return (
    <>
      {item.change === 'new' ? 'Not live yet' : 'Live, changed since'}
      {!mayPublish(item) && '. You may not publish it'}
      {wrong !== '' && <span data-tone="bad">. {wrong}</span>}
      {leftOut && '. It is left out: that is how you have set it'}
    </>
  )
}
