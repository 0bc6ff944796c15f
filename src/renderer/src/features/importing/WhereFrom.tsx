import { Alert, Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { ImportRequest } from '../../../../common/importing/shapes'
import { importSources, kindOfSource } from '../../../../common/importing/sources'
import type { Preset } from './preset'
import { SourceFields } from './SourceFields'
import { initialForm, keepForm, requestOf, sourceOf, unsentForm, type Form } from './unsent'
import classes from './WhereFrom.module.css'

interface WhereFromProps {
  readonly site: ContentPath
  readonly preset: Preset | null
  readonly busy: boolean
  readonly problem: string | null
  readonly onStart: (request: ImportRequest) => void
}

/** Step 1: where the content comes from. */
export function WhereFrom({ site, preset, busy, problem, onStart }: WhereFromProps) {
  const [form, setForm] = useState(
    () => (preset === null ? unsentForm(site) : null) ?? initialForm(site, preset)
  )
  const source = sourceOf(form.kind)
  const fill = (part: (before: Form) => Partial<Form>) => {
    setForm((before) => {
      const next = { ...before, ...part(before) }
      keepForm(site, next)
      return next
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keepForm(site, form)
    onStart(requestOf(form))
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Stack gap={16}>
        <fieldset className={classes.kinds}>
          <legend>Where does the content come from?</legend>
          {importSources.map((one) => {
            const kind = kindOfSource(one)
            return (
              <Radio
                key={kind}
                className={classes.kind ?? ''}
                size="xs"
                name="source"
                value={kind}
                label={one.title}
                description={one.text}
                checked={one === source}
                onChange={() => fill(() => ({ kind }))}
              />
            )
          })}
        </fieldset>
        <SourceFields
          fields={source.fields}
          filled={form.filled}
          onFill={(part) => fill(({ filled }) => ({ filled: { ...filled, ...part } }))}
        />
        <TextInput
          label="Put it into"
          description={`A folder of ${nameOf(site)}. Empty: the site itself, so that everything gets its old place.`}
          placeholder="/"
          value={form.folder}
          onChange={({ currentTarget: { value } }) => fill(() => ({ folder: value }))}
        />
        {source.mayLackMedia && (
          <Checkbox
            label="Also take over pictures that pages show and the list does not name"
            checked={form.withMedia}
            onChange={({ currentTarget: { checked } }) => fill(() => ({ withMedia: checked }))}
          />
        )}
        {problem !== null && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <div>
          <Button type="submit" loading={busy}>
            List what there is
          </Button>
        </div>
      </Stack>
    </form>
  )
}
