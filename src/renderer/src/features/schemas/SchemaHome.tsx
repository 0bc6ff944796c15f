import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { nameOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import type { EditorProps } from '../../workbench/contributions'
import type { Schema } from '../../../../common/schema'
import { IconButton } from '../../workbench/IconButton'
import { State } from '../../components/State'
import { exactTime, relativeTime } from '../../components/formats'
import { openDocument } from '../../workbench/workbench'
import { Waiting } from '../../components/Waiting'
import { DeletedSchemas } from './DeletedSchemas'
import { NameDialog } from './NameDialog'
import { createSchema, deleteSchema, renameSchema, type RenameProgress } from './schema-actions'
import { useRights, whomToAsk } from '../../documents/rights/rights'
import { schemaFolderOf, useSchemas, type StoredSchema } from '../../documents/schemas/library'
import classes from './schemas.module.css'

/** All schemas of a site. */
export function SchemaHome({ path }: Pick<EditorProps, 'path'>) {
  const site = siteOf(path)
  const list = useSchemas(site)
  const rights = useRights(schemaFolderOf(site))
  const mayWrite = rights?.mayWrite !== false
  if (list.status === 'loading') return <Waiting what="the schemas" />
  if (list.status === 'failed') {
    return (
      <State tone="bad" title="The schemas cannot be listed">
        {list.message}
      </State>
    )
  }
  const { schemas } = list
  const taken = schemas.map(({ id }) => id)
  const create = () => {
    const dialog = modals.open({
      title: 'New schema',
      children: (
        <NameDialog
          label="Name"
          button="Create schema"
          initial=""
          taken={taken}
          onSubmit={(id, typed) => createSchema(site, id, typed)}
          onDone={() => modals.close(dialog)}
        />
      )
    })
  }
  if (schemas.length === 0) {
    return (
      <div className={classes.none}>
        <State
          icon={<IconForms size={20} stroke={1.5} />}
          title="No schemas yet"
          actions={mayWrite && <Button onClick={create}>New schema…</Button>}
        >
          A schema says which fields a structured document has. Authors fill in a form; developers get JSON.
          {rights && !mayWrite && ` You may not make one here. ${whomToAsk(rights)}`}
        </State>
        <DeletedSchemas site={site} mayWrite={mayWrite} />
      </div>
    )
  }
  return (
    <div className={classes.home}>
      <header>
        <h1>Schemas of {nameOf(site)}</h1>
        {mayWrite && (
          <Button leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={create}>
            New schema…
          </Button>
        )}
      </header>
      {rights && !mayWrite && (
        <p className={classes.hint}>You may read these schemas, not change them. {whomToAsk(rights)}</p>
      )}
      <ul>
        {schemas.map((schema) => (
          <SchemaRow key={schema.path} site={site} schema={schema} taken={taken} mayWrite={mayWrite} />
        ))}
      </ul>
      <DeletedSchemas site={site} mayWrite={mayWrite} />
    </div>
  )
}

interface RowProps {
  readonly site: ContentPath
  readonly schema: StoredSchema
  readonly taken: readonly string[]
  readonly mayWrite: boolean
}

function SchemaRow({ site, schema, taken, mayWrite }: RowProps) {
  const faults = schema.issues.filter((issue) => issue.severity === 'error').length
  const rename = () => {
    const dialog = modals.open({
      title: `Rename “${schema.id}”`,
      children: (
        <NameDialog
          label="New name"
          button="Rename"
          initial={schema.id}
          taken={taken.filter((id) => id !== schema.id)}
          note="Documents that follow this schema are changed to the new name. Each keeps a version of how it was."
          onSubmit={async (id, _typed, say, signal) => {
            if (id === schema.id) return
            await renameSchema(site, schema, id, {
              signal,
              onProgress: (progress) => say(progressWords(progress))
            })
          }}
          onDone={() => modals.close(dialog)}
        />
      )
    })
  }
  return (
    <li>
      <button type="button" className={classes.schema} onClick={() => openDocument(schema.path)}>
        <IconForms size={16} stroke={1.5} aria-hidden="true" />
        <b>{schema.title}</b>
        <code>{schema.id}</code>
        <span>{summary(schema.schema)}</span>
        {faults > 0 && <em>{faults === 1 ? '1 fault' : `${faults} faults`}</em>}
        {schema.modifiedAt !== null && (
          <time dateTime={new Date(schema.modifiedAt).toISOString()} title={exactTime(schema.modifiedAt)}>
            {relativeTime(schema.modifiedAt)}
          </time>
        )}
      </button>
      {mayWrite && (
        <>
          <IconButton label={`Rename ${schema.title}`} onClick={rename}>
            <IconPencil size={16} stroke={1.5} />
          </IconButton>
          <IconButton label={`Delete ${schema.title}`} onClick={() => void deleteSchema(site, schema)}>
            <IconTrash size={16} stroke={1.5} />
          </IconButton>
        </>
      )}
    </li>
  )
}

function progressWords(progress: RenameProgress): string {
  if (progress.kind === 'changing') return `${progress.done} of ${progress.of} documents changed`
  if (progress.total === null) return 'Looking for documents…'
  return `Looking for documents that follow it: ${progress.checked} of ${progress.total} read`
}

function summary(schema: Schema | null): string {
  if (!schema) return 'cannot be read'
  const { root } = schema
  if (root.kind === 'array') return 'a list'
  if (root.kind !== 'object') return 'no fields'
  return root.properties.length === 1 ? '1 field' : `${root.properties.length} fields`
}
