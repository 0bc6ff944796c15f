import { Alert } from '@mantine/core'
import type { ImportItem } from '../../../../common/importing/shapes'
import type { Filter } from './Filters'
import { count } from './words'
import parts from './StepParts.module.css'

/** The items of which something cannot come back, because readers do not get it. */
export const lacks: Filter = {
  key: 'lacks',
  label: 'Not complete',
  test: ({ chosen, check }) => chosen && check?.lacks !== undefined
}

/** Says plainly what another service cannot give back (IM4); nothing when all is there. */
export function Lacks({ items }: { readonly items: readonly ImportItem[] }) {
  const found = items.filter(lacks.test)
  if (found.length === 0) return null
  const sheets = found.filter(({ kind }) => kind !== 'document').length
  const documents = found.length - sheets
  return (
    <Alert
      variant="default"
      className={parts.note ?? ''}
      title="Only what readers get can come back from there"
    >
      <ul>
        {sheets > 0 && (
          <li>
            {sheets === 1 ? 'One sheet comes' : `${count(sheets)} sheets come`} without private sheets and
            column widths.
          </li>
        )}
        {documents > 0 && (
          <li>
            {documents === 1
              ? 'One structured document comes without its schema'
              : `${count(documents)} structured documents come without their schemas`}
            ; the data is complete.
          </li>
        )}
      </ul>
    </Alert>
  )
}
