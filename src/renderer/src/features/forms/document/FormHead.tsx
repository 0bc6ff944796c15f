import { Anchor } from '@mantine/core'
import { nameOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import type { DocumentProblem } from '../../../../../common/formats/structured'
import { openDocument } from '../../../workbench/workbench'
import type { StoredSchema } from '../../../documents/schemas/library'
import type { FormStore } from '../../../engines/form/store/form-store'
import classes from './StructuredDocument.module.css'

interface FormHeadProps {
  readonly path: ContentPath
  readonly store: FormStore
  readonly stored: StoredSchema
  readonly problems: readonly DocumentProblem[]
}

/** What is being filled in, and what the schema or the stored text has wrong. */
export function FormHead({ path, store, stored, problems }: FormHeadProps) {
  const faults = stored.issues.filter((issue) => issue.severity === 'error')
  return (
    <header className={classes.head}>
      <h1>{splitName(nameOf(path)).name}</h1>
      <p className={classes.lead}>
        Schema{' '}
        <Anchor component="button" type="button" inherit onClick={() => openDocument(stored.path)}>
          {stored.title}
        </Anchor>
        {store.readOnly && ' · read only'}
      </p>
      {store.schema.description !== null && <p className={classes.lead}>{store.schema.description}</p>}
      {faults.length > 0 && (
        <div className={classes.note} role="note">
          <b>{faults.length === 1 ? 'The schema has a fault.' : `The schema has ${faults.length} faults.`}</b>{' '}
          Fields that it concerns may be missing here; what is stored in them is kept.
          <ul>
            {faults.slice(0, 5).map((issue) => (
              <li key={`${issue.pointer} ${issue.reason}`}>
                <code>{issue.pointer || '/'}</code> {issue.message}
              </li>
            ))}
            {faults.length > 5 && <li>and {faults.length - 5} more</li>}
          </ul>
          <Anchor component="button" type="button" inherit onClick={() => openDocument(stored.path)}>
            Open the schema
          </Anchor>
        </div>
      )}
      {problems.length > 0 && (
        <div className={classes.note} role="note">
          <b>Some of the stored text could not be read as the format says.</b> It opens all the same.
          <ul>
            {problems.slice(0, 5).map((problem) => (
              <li key={`${problem.pointer} ${problem.reason}`}>{problem.message}</li>
            ))}
          </ul>
        </div>
      )}
    </header>
  )
}
