import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconArrowRight, IconPhoto, IconX } from '@tabler/icons-react'
import { TextSelection } from 'prosemirror-state'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { drawNow } from '../../../components/draw-now'
import type { ContentPath } from '../../../../../common/content/paths'
import { metadataKey } from '../../../../../common/publishing/page-metadata'
import { visibleText } from '../../../../../common/content/visible-text'
import { partAt } from '../../../engines/page/parts/part-at'
import type { PageSurface } from '../../../engines/page/surface'
import { useStore } from '../../../state/store'
import { askedForm } from '../panel/shown-pages'
import { useRead } from '../../../state/signal'
import {
  metadataBlock,
  placeOfValue,
  rowsOf,
  withoutRow,
  withPicture,
  withRow,
  withValue,
  type MetadataOf,
  type MetadataRow
} from './rows'
import { choosePictureAddress } from '../images/choose-address'
import { readSitePages, useSiteFacts } from '../links/site-pages'
import { ItemsField } from './ItemsField'
import { knownTags } from './known-tags'
import { words } from './words'
import classes from './MetadataForm.module.css'

/** Keys whose value is a picture. */
const pictureKeys: ReadonlySet<string> = new Set(['image', 'og:image', 'twitter:image'])

/** Keys that every site knows: their fields are there before the page says them. */
const known: Readonly<Record<MetadataOf, readonly string[]>> = {
  page: ['title', 'description', 'image', 'tags', 'robots', 'canonical'],
  section: ['style']
}

interface MetadataFormProps {
  readonly path: ContentPath
  readonly surface: PageSurface
  readonly of: MetadataOf
  /** Why this person may not write here; null where they may. */
  readonly refusal: string | null
}

/**
 * What a page, or the section that the caret is in, says about itself, as a form (VE15). A row is made when
 * its field is filled in; emptied it stays until it is removed. Keys that are not known are there as well, in
 * their order. Who may only read sees what is said, and why no more can be.
 */
export function MetadataForm({ path, surface, of, refusal }: MetadataFormProps) {
  const readOnly = refusal !== null
  const form = useRef<HTMLElement>(null)
  // nodes never change: the form is drawn anew when its block is another one
  const block = useRead(
    surface.changed,
    () => (surface.state && metadataBlock(surface.state, of)?.node) ?? null
  )
  const hasPlace = useRead(
    surface.changed,
    () => of === 'page' || (surface.state !== null && partAt(surface.state, ['section']) !== null)
  )
  const asked = useStore(askedForm)
  useEffect(() => {
    if (asked?.of !== of) return
    askedForm.set(null)
    const field = asked.key === null ? null : `[data-key="${CSS.escape(asked.key)}"]`
    form.current?.querySelector<HTMLElement>(field ?? 'input, textarea, button')?.focus()
  }, [asked, of])
  const rows = block ? rowsOf(block) : []
  const fields: readonly FieldOf[] = [
    ...known[of].flatMap((name): FieldOf[] => {
      const own = rows.filter((row) => row.name === name)
      if (own.length > 0) return own.map(fieldOf)
      // what may only be read has no fields to fill in
      return readOnly ? [] : [{ id: `${name} 0`, name, row: null }]
    }),
    ...rows.filter(({ name }) => !known[of].includes(name)).map(fieldOf)
  ]
  const write = (name: string, row: MetadataRow | null, value: string) =>
    surface.run((state, dispatch) => {
      const line = value.replace(/\s*\n\s*/g, ' ')
      const tr = row ? withValue(state, of, row, line) : line === '' ? null : withRow(state, of, name, line)
      if (tr) dispatch?.(tr)
      return tr !== null
    }, false)
  return (
    <section ref={form} className={classes.form} aria-label={words.title[of]} data-page-form>
      <h3>{words.title[of]}</h3>
      {!hasPlace && <p className={classes.note}>{words.noSection}</p>}
      {hasPlace && readOnly && (
        <p className={classes.note}>{fields.length > 0 ? refusal : words.saysNothing}</p>
      )}
      {hasPlace &&
        fields.map(({ id, name, row }) => (
          <Field
            key={id}
            path={path}
            name={name}
            row={row}
            readOnly={readOnly}
            onChange={(value) => write(name, row, value)}
            onPicture={(url) => {
              // choosing may take a while: the row is looked for where it is now
              const now = surface.state && metadataBlock(surface.state, of)
              const there = now ? rowsOf(now.node).find((one) => one.name === name) : undefined
              surface.run((state, dispatch) => {
                const tr = there ? withPicture(state, of, there, url) : withRow(state, of, name, url)
                if (tr) dispatch?.(tr)
                return tr !== null
              }, false)
            }}
            onRemove={() => {
              const isGone =
                row !== null &&
                surface.run((state, dispatch) => {
                  const tr = withoutRow(state, of, row)
                  if (tr) dispatch?.(tr)
                  return tr !== null
                }, false)
              if (isGone) surface.said.notify(words.removed)
            }}
            onGo={() => row && goToValue(surface, of, row.index)}
          />
        ))}
      {hasPlace && !readOnly && (
        <NewKey
          onAdd={(key) => {
            const isThere = fields.some((field) => field.name === metadataKey(key))
            if (!isThere)
              surface.run((state, dispatch) => {
                const tr = withRow(state, of, key, '')
                if (tr) dispatch?.(tr)
                return tr !== null
              }, false)
            drawNow()
            form.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(metadataKey(key))}"]`)?.focus()
          }}
        />
      )}
    </section>
  )
}

interface FieldOf {
  readonly id: string
  readonly name: string
  /** Null while the page does not say it. */
  readonly row: MetadataRow | null
}

/** The second row of a key is another field than the first. */
function fieldOf(row: MetadataRow, at: number): FieldOf {
  return { id: `${row.name} ${at}`, name: row.name, row }
}

function goToValue(surface: PageSurface, of: MetadataOf, index: number): void {
  const at = surface.state && placeOfValue(surface.state, of, index)
  if (at === null) return
  surface.unfold(at)
  surface.look((state, dispatch) => {
    dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(at))).scrollIntoView())
    return true
  })
  surface.focus()
}

interface FieldProps {
  readonly path: ContentPath
  readonly name: string
  /** Null while the page does not say it. */
  readonly row: MetadataRow | null
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
  readonly onPicture: (url: string) => void
  readonly onRemove: () => void
  readonly onGo: () => void
}

function Field({ path, name, row, readOnly, onChange, onPicture, onRemove, onGo }: FieldProps) {
  const label = words.labels[name] ?? row?.key ?? name
  const value = row?.value ?? ''
  const isRich = row !== null && !row.isPlain
  const isPicture = pictureKeys.has(name)
  const pictureButton = useRef<HTMLButtonElement>(null)
  const shared = {
    size: 'xs' as const,
    label: visibleText(label),
    description: words.hints[name],
    value,
    readOnly: readOnly || isRich,
    'data-key': name,
    className: classes.field ?? ''
  }
  return (
    <div className={classes.row}>
      {name === 'description' ? (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (name === 'tags' || name === 'robots') && !isRich ? (
        <KnownItems {...shared} path={path} name={name} onChange={onChange} />
      ) : (
        <TextInput
          {...shared}
          {...(isRich ? { description: words.rich(visibleText(label)) } : {})}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {(row !== null || isPicture) && (
        <span className={classes.tools}>
          {isPicture && !readOnly && (
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={`${words.chooseImage}: ${visibleText(label)}`}
              ref={pictureButton}
              onClick={() =>
                choosePictureAddress({
                  title: words.chooseImage,
                  page: path,
                  onChoose: onPicture,
                  onClose: () => pictureButton.current?.focus()
                })
              }
            >
              <IconPhoto size={14} />
            </ActionIcon>
          )}
          {isRich && (
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={`${words.inPage}: ${visibleText(label)}`}
              onClick={onGo}
            >
              <IconArrowRight size={14} />
            </ActionIcon>
          )}
          {!readOnly && row !== null && (
            <ActionIcon
              size="sm"
              variant="subtle"
              aria-label={words.remove(visibleText(label))}
              onClick={onRemove}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </span>
      )}
    </div>
  )
}

interface KnownItemsProps {
  readonly path: ContentPath
  readonly name: 'tags' | 'robots'
  readonly label: string
  readonly description: string | undefined
  readonly value: string
  readonly readOnly: boolean
  readonly className: string
  readonly onChange: (value: string) => void
}

/**
 * Tags with those of the site, which is read when somebody is about to choose; robots with what they
 * understand.
 */
function KnownItems({
  path,
  name,
  label,
  description,
  value,
  readOnly,
  className,
  onChange
}: KnownItemsProps) {
  const facts = useSiteFacts()
  const isTags = name === 'tags'
  return (
    <ItemsField
      name={name}
      label={label}
      description={description}
      value={value}
      readOnly={readOnly}
      className={className}
      known={isTags ? knownTags(facts, path) : Object.keys(words.robots)}
      onChange={onChange}
      {...(isTags ? { onLook: () => void readSitePages(path) } : {})}
    />
  )
}

/** Another key than those that are there. */
function NewKey({ onAdd }: { readonly onAdd: (key: string) => void }) {
  const [key, setKey] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (metadataKey(key) === '') return
    onAdd(key.trim())
    setKey('')
  }
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        size="xs"
        aria-label={words.newKey}
        placeholder={words.newKey}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="compact-sm" disabled={metadataKey(key) === ''}>
        {words.add}
      </Button>
    </form>
  )
}
