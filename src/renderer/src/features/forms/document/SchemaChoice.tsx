import { Button, NativeSelect } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { nameOf, splitName, type ContentPath, siteOf } from '../../../../../common/content/paths'
import { openDocument } from '../../../workbench/workbench'
import { State } from '../../../components/State'
import { schemaFolderOf, type SchemaList, type StoredSchema } from '../../../documents/schemas/library'
import { whomToAsk, type Rights } from '../../../documents/rights/rights'
import classes from './StructuredDocument.module.css'

interface SchemaChoiceProps {
  readonly path: ContentPath
  readonly schemas: SchemaList
  readonly rights: Rights | null
  readonly onChoose: (schema: StoredSchema) => void
}

/** First opening of an empty document: which schema it follows. */
export function SchemaChoice({ path, schemas, rights, onChoose }: SchemaChoiceProps) {
  const [id, setId] = useState('')
  const openSchemas = () => openDocument(schemaFolderOf(siteOf(path)))
  if (schemas.status === 'failed') {
    return (
      <State tone="bad" title="The schemas of this site cannot be read">
        {schemas.message}
      </State>
    )
  }
  if (rights?.mayWrite === false) {
    return (
      <State icon={<IconForms size={20} stroke={1.5} />} title="Nothing is in this document yet">
        {rights.mayRead
          ? `You may read ${splitName(nameOf(path)).name}, not fill it in.`
          : 'You may not read it any more.'}{' '}
        {whomToAsk(rights)}
      </State>
    )
  }
  const usable = schemas.status === 'ready' ? schemas.schemas.filter(({ schema }) => schema !== null) : []
  if (usable.length === 0) {
    return (
      <State
        icon={<IconForms size={20} stroke={1.5} />}
        title="This site has no schema yet"
        actions={<Button onClick={openSchemas}>Create a schema…</Button>}
      >
        A schema says which fields a document has. Make one first, then come back to fill in{' '}
        {splitName(nameOf(path)).name}.
      </State>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = usable.find((schema) => schema.id === id)
    if (chosen) onChoose(chosen)
  }
  return (
    <form className={classes.choice} onSubmit={submit}>
      <h1>Choose a schema</h1>
      <p>
        {splitName(nameOf(path)).name} is empty. The schema decides which fields its form has. Nothing is
        written until you fill something in.
      </p>
      <NativeSelect
        label="Schema"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose…', disabled: true },
          ...usable.map((schema) => ({ value: schema.id, label: schema.title }))
        ]}
      />
      <div className={classes.choiceActions}>
        <Button type="submit" disabled={id === ''}>
          Start with this schema
        </Button>
        <Button variant="subtle" onClick={openSchemas}>
          All schemas
        </Button>
      </div>
    </form>
  )
}
