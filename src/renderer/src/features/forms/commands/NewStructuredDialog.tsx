import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { nameOf, siteOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import { newDocument, writeDocument } from '../../../../../common/formats/structured'
import { api } from '../../../api'
import { schemaFolderOf, useSchemas } from '../../../documents/schemas/library'
import { useNewDocument } from '../../../engines/tree/new-document'
import { openDocument } from '../../../workbench/workbench'
import classes from './commands.module.css'

interface NewStructuredProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/** Asks for name and schema, and makes the document. */
export function NewStructuredDialog({ folder, onDone }: NewStructuredProps) {
  const list = useSchemas(siteOf(folder))
  const schemas = list.status === 'ready' ? list.schemas.filter(({ schema }) => schema !== null) : []
  const [chosen, setChosen] = useState('')
  const schema = chosen || (schemas.length === 1 ? (schemas[0]?.id ?? '') : '')
  const openSchemas = () => {
    onDone()
    openDocument(schemaFolderOf(siteOf(folder)))
  }
  const { field, create } = useNewDocument({ folder, kind: 'page', onDone })
  const make = (path: ContentPath) => {
    const { name: title } = splitName(nameOf(path))
    const text = writeDocument(newDocument({ title, schemaName: schema, data: {} }))
    return api.write(path, text, { ifNoneMatch: '*' })
  }
  if (list.status === 'failed') return <p role="alert">{list.message}</p>
  if (list.status === 'ready' && schemas.length === 0) {
    return (
      <div className={classes.dialog}>
        <p>This site has no schema yet. A schema says which fields a document has.</p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button data-autofocus onClick={openSchemas}>
            Create a schema…
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <form className={classes.dialog} noValidate onSubmit={(event) => void create(event, make)}>
      <TextInput label="Name" {...field} />
      <NativeSelect
        label="Schema"
        value={schema}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose…', disabled: true },
          ...schemas.map(({ id, title }) => ({ value: id, label: title }))
        ]}
      />
      <Anchor component="button" type="button" size="sm" onClick={openSchemas} className={classes.link ?? ''}>
        All schemas of this site
      </Anchor>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={schema === ''}>
          Create document
        </Button>
      </Group>
    </form>
  )
}
