import { Alert, Button, Checkbox, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import type { ImportRequest, SourceRequest } from '../../../../common/importing/shapes'
import { sentenceOf } from '../../api'
import type { Preset } from './preset'
import { keepForm, unsentForm, type Form } from './unsent'
import classes from './WhereFrom.module.css'

interface WhereFromProps {
  readonly site: ContentPath
  readonly preset: Preset | null
  readonly busy: boolean
  readonly problem: string | null
  readonly onStart: (request: ImportRequest) => void
}

type Kind = SourceRequest['kind']

const kinds: readonly { readonly kind: Kind; readonly title: string; readonly text: string }[] = [
  {
    kind: 'published',
    title: 'What is published here',
    text: 'Brings back what readers of a site in this workspace get, exactly as it was published.'
  },
  {
    kind: 'service',
    title: 'Another publishing service',
    text: 'Asks its admin service what is published, then reads the site.'
  },
  {
    kind: 'list',
    title: 'A list of addresses',
    text: 'Pasted or from a file: one a line, CSV, a JSON index or a sitemap.'
  }
]

/** Step 1: where the content comes from. */
export function WhereFrom({ site, preset, busy, problem, onStart }: WhereFromProps) {
  const [form, setForm] = useState(
    () => (preset === null ? unsentForm(site) : null) ?? initialForm(site, preset)
  )
  const { kind } = form
  const fill = (part: Partial<Form>) => {
    setForm((before) => {
      const next = { ...before, ...part }
      keepForm(site, next)
      return next
    })
  }
  const [unread, setUnread] = useState<string | null>(null)
  const text = (name: TextField) => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => fill({ [name]: event.currentTarget.value })
  })
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
          {kinds.map((one) => (
            <Radio
              key={one.kind}
              className={classes.kind ?? ''}
              size="xs"
              name="source"
              value={one.kind}
              label={one.title}
              description={one.text}
              checked={kind === one.kind}
              onChange={() => fill({ kind: one.kind })}
            />
          ))}
        </fieldset>

        {kind === 'published' && (
          <TextInput
            label="Site"
            description="Organization and site. It may be deleted by now."
            required
            {...text('ownSite')}
          />
        )}
        {kind === 'service' && (
          <>
            <TextInput
              label="Address of the publishing admin service"
              placeholder="https://admin.example.com"
              required
              {...text('admin')}
            />
            <div className={classes.pair}>
              <TextInput label="Organization" required {...text('org')} />
              <TextInput label="Site" required {...text('name')} />
              <TextInput label="Ref" required {...text('ref')} />
            </div>
            <PasswordInput
              label="Admin token"
              description="Kept in the keychain of this computer, or encrypted; where neither can be had, until Galley is closed. It is sent to this service only. Empty: the one that was given before."
              autoComplete="off"
              {...text('token')}
            />
            <TextInput
              label="Address of the site"
              description="What goes before every path, for the state chosen below."
              placeholder="https://main--site--org.example.live"
              required
              {...text('address')}
            />
          </>
        )}
        {kind !== 'list' && (
          <>
            <Radio.Group
              label="State"
              value={form.environment}
              onChange={(value) => fill({ environment: value === 'preview' ? 'preview' : 'live' })}
            >
              <div className={classes.radios}>
                <Radio size="xs" value="live" label="Live" />
                <Radio size="xs" value="preview" label="Preview" />
              </div>
            </Radio.Group>
            <Textarea
              label="Only these paths"
              description="One a line; /docs/* is all below. Empty: everything."
              autosize
              minRows={1}
              maxRows={6}
              {...text('paths')}
            />
          </>
        )}
        {kind === 'list' && (
          <>
            <Textarea
              label="Addresses"
              required
              // growing with the text would measure thousands of lines at every key
              rows={10}
              placeholder={'https://www.example.com/\nhttps://www.example.com/docs/page'}
              classNames={{ input: classes.code ?? '' }}
              {...text('list')}
            />
            <FileButton onText={(value) => fill({ list: value })} onProblem={setUnread} />
            {unread !== null && <Alert color="red">{unread}</Alert>}
            <TextInput
              label="Address of the site"
              description="Only needed for lists of paths, or of a site below a path."
              placeholder="https://www.example.com"
              {...text('address')}
            />
          </>
        )}
        {kind !== 'published' && (
          <PasswordInput
            label="Site token"
            description="Only for protected sites. It is sent to the site only."
            autoComplete="off"
            {...text('siteToken')}
          />
        )}
        <TextInput
          label="Put it into"
          description={`A folder of ${nameOf(site)}. Empty: the site itself, so that everything gets its old place.`}
          placeholder="/"
          {...text('folder')}
        />
        {kind !== 'published' && (
          <Checkbox
            label="Also take over pictures that pages show and the list does not name"
            checked={form.withMedia}
            onChange={(event) => fill({ withMedia: event.currentTarget.checked })}
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

type TextField = Exclude<keyof Form, 'kind' | 'environment' | 'withMedia'>

function initialForm(site: ContentPath, preset: Preset | null): Form {
  const [org = '', name = ''] = segmentsOf(site)
  return {
    kind: 'published',
    ownSite: site.slice(1),
    admin: '',
    org,
    name,
    ref: 'main',
    token: '',
    siteToken: '',
    address: '',
    paths: preset?.paths?.join('\n') ?? (preset?.folder ? `${preset.folder}/*` : ''),
    list: '',
    folder: '',
    environment: preset?.environment ?? 'live',
    withMedia: true
  }
}

function requestOf(form: Form): ImportRequest {
  const { kind, environment, withMedia } = form
  const paths = form.paths.split('\n').flatMap((line) => line.trim() || [])
  const only = paths.length === 0 ? {} : { paths }
  const token = (name: 'token' | 'siteToken') =>
    form[name].trim() === '' ? {} : { [name]: form[name].trim() }
  const address = form.address.trim()
  const source: SourceRequest =
    kind === 'published'
      ? { kind, environment, site: `/${form.ownSite.trim().replace(/^\/+|(?<!\/)\/+$/g, '')}`, ...only }
      : kind === 'service'
        ? {
            kind,
            environment,
            admin: form.admin.trim(),
            org: form.org.trim(),
            site: form.name.trim(),
            ref: form.ref.trim() || 'main',
            address,
            ...only,
            ...token('token'),
            ...token('siteToken')
          }
        : { kind, text: form.list, ...(address === '' ? {} : { address }), ...token('siteToken') }
  return { source, withMedia, ...(form.folder.trim() === '' ? {} : { folder: form.folder.trim() }) }
}

interface FileButtonProps {
  readonly onText: (text: string) => void
  readonly onProblem: (problem: string | null) => void
}

/** A list from a file of this computer. */
function FileButton({ onText, onProblem }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = (file: File | undefined) => {
    if (!file) return
    onProblem(null)
    if (file.size > MOST_BYTES) {
      onProblem('This file is larger than 8 MB. Split the list.')
      return
    }
    file.text().then(onText, (error: unknown) => onProblem(sentenceOf(error)))
  }
  return (
    <div className={classes.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".txt,.csv,.tsv,.json,.xml,text/plain,text/csv,application/json,application/xml"
        aria-label="File with addresses"
        onChange={(event) => read(event.currentTarget.files?.[0])}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={14} stroke={1.5} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Take a list from a file…
      </Button>
    </div>
  )
}

const MOST_BYTES = 8 * 1024 * 1024
