import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import {
  checkName,
  childOf,
  clashKey,
  nameOf,
  contentPath,
  type ContentPath,
  siteOf
} from '../../../../../common/content/paths'
import { newDocument, writeDocument } from '../../../../../common/formats/structured'
import { api, sentenceOf } from '../../../api'
import { openDocument } from '../../../workbench/workbench'
import { schemaFolderOf, useSchemas } from '../../../documents/schemas/library'
import classes from './commands.module.css'

interface NewStructuredProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/** Asks for name and schema, and makes the document. */
export function NewStructuredDialog({ folder, onDone }: NewStructuredProps) {
  const list = useSchemas(siteOf(folder))
  const schemas = list.status === 'ready' ? list.schemas.filter(({ schema }) => schema !== null) : []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const schema = chosen || (schemas.length === 1 ? (schemas[0]?.id ?? '') : '')
  const openSchemas = () => {
    onDone()
    openDocument(schemaFolderOf(siteOf(folder)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (schema === '') return
    const title = name.trim().replace(/\.html$/i, '')
    if (title === '') return setProblem('Type a name.')
    try {
      checkName(`${title}.html`)
      const taken = (await api.list(folder)).map((item) => nameOf(contentPath(item.path)))
      const other = taken.find((one) => clashKey(one) === clashKey(`${title}.html`))
      if (other !== undefined) return setProblem(`“${other}” is already here.`)
      const path = childOf(folder, `${title}.html`)
      const text = writeDocument(newDocument({ title, schemaName: schema, data: {} }))
      await api.write(path, text, { ifNoneMatch: '*' })
      onDone()
      openDocument(path)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
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
    <form className={classes.dialog} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        spellCheck={false}
        description={`In ${folder}`}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
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
