import { Button } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { type ContentPath, siteOf } from '../../../../../common/content/paths'
import type { JsonValue } from '../../../../../common/schema'
import { openDocument } from '../../../workbench/workbench'
import { State } from '../../../components/State'
import { schemaFolderOf, type SchemaList, type StoredSchema } from '../../../documents/schemas/library'
import classes from './StructuredDocument.module.css'
import { chooseView } from './view-choice'

interface SchemaTroubleProps {
  readonly path: ContentPath
  readonly schemaName: string
  readonly schemas: SchemaList
  readonly stored: StoredSchema | null
  readonly data: JsonValue
}

/** The schema of a document is missing or cannot be used: says so, and shows that the data is all there. */
export function SchemaTrouble({ path, schemaName, schemas, stored, data }: SchemaTroubleProps) {
  const home = () => openDocument(schemaFolderOf(siteOf(path)))
  const unread = schemas.status === 'failed'
  const title = unread
    ? 'The schemas of this site cannot be read'
    : stored
      ? `The schema “${stored.title}” cannot be used`
      : `The schema “${schemaName}” is not there`
  const why = unread
    ? schemas.message
    : stored
      ? (stored.issues.find((issue) => issue.severity === 'error')?.message ??
        'It does not describe an object or a list.')
      : 'It was renamed or deleted, or the document comes from another site.'
  return (
    <div className={classes.trouble}>
      <State
        tone="bad"
        icon={<IconFileAlert size={20} stroke={1.5} />}
        title={title}
        actions={
          <>
            {stored ? (
              <Button onClick={() => openDocument(stored.path)}>Open the schema</Button>
            ) : (
              <Button onClick={home}>All schemas</Button>
            )}
            <Button variant="default" onClick={() => chooseView(path, 'source')}>
              Show the source
            </Button>
          </>
        }
      >
        {why} The document is unchanged, and nothing in it is lost.
      </State>
      <h2>What the document holds</h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text that scrolls must be reachable by keyboard */}
      <pre className={classes.data} tabIndex={0} aria-label="Data of the document">
        {JSON.stringify(data, null, 2)}
      </pre>
    </div>
  )
}
