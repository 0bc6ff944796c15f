import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { isComposing } from '../../../components/keys'
import { readLibrary, useLibrary, type Sample } from '../../library'
import { best, fit } from '../../palette'
import { PieceView } from '../../preview'
import { usedBlocks } from '../blocks/used-blocks'
import { readSitePages, useSiteFacts } from '../links/site-pages'
import { sampleOf, offeredBlocks, type OfferedBlock } from './offered-blocks'
import { words } from './words'
import classes from './BlockLibrary.module.css'

interface BlockLibraryProps {
  readonly page: ContentPath
  readonly readOnly: boolean
  /** The source of the block; null: an empty one. */
  readonly onInsert: (block: OfferedBlock, source: string | null) => void
  readonly onClose: () => void
}

const MOST = 300
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Blocks of the library and of the site's pages, each as its readers see it, to be put into the page (VE28). */
export function BlockLibrary({ page, readOnly, onInsert, onClose }: BlockLibraryProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const facts = useSiteFacts()
  const { samples, problems } = useLibrary()
  useEffect(() => {
    void readSitePages(page)
    void readLibrary(siteFolder(page))
  }, [page])
  const all = useMemo(() => offeredBlocks(samples, usedBlocks(facts)), [samples, facts])
  const found = query.trim() === '' ? all : best(all, ({ title, detail }) => fit(query, title, detail), MOST)
  const at = Math.max(
    0,
    found.findIndex((one) => one.id === chosen)
  )
  const block = found[at]
  const sample = useSample(block)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (block && sample !== undefined && !readOnly) onInsert(block, sample?.source ?? null)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = isComposing(event) ? undefined : steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = found[Math.min(found.length - 1, Math.max(0, at + step))]
    if (next) setChosen(next.id)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <TextInput
          label={words.search}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          {...(block ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setChosen(null)
          }}
          onKeyDown={onKey}
        />
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {!block && <p className={classes.said}>{all.length === 0 ? words.none : words.nothing(query)}</p>}
        <div className={classes.both} hidden={!block}>
          <ul ref={list} id={id} role="listbox" aria-label={words.blocks} className={classes.list}>
            {found.map((one, index) => (
              // keys are those of the field, which keeps them
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={one.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className={classes.block}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setChosen(one.id)}
              >
                <span className={classes.title}>{one.title}</span>
                <span className={classes.detail}>{one.detail}</span>
              </li>
            ))}
          </ul>
          <div className={classes.look}>
            {sample ? (
              <PieceView html={pageOf(sample.source)} path={sample.page} title={words.look} />
            ) : (
              <p className={classes.said}>{sample === null ? words.unseen : words.reading}</p>
            )}
          </div>
        </div>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
          {!readOnly && (
            <>
              <Button variant="default" disabled={!block} onClick={() => block && onInsert(block, null)}>
                {words.insertEmpty}
              </Button>
              <Button type="submit" disabled={!block || sample === undefined}>
                {words.insert}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const pageOf = (source: string): string => `<body><main><div>${source}</div></main></body>`

/** Of the block that is looked at alone; undefined while it is read. */
function useSample(block: OfferedBlock | undefined): Sample | null | undefined {
  const [read, setRead] = useState<{ readonly id: string; readonly sample: Sample | null } | null>(null)
  useEffect(() => {
    if (!block) return
    let isWanted = true
    void sampleOf(block).then((sample) => isWanted && setRead({ id: block.id, sample }))
    return () => {
      isWanted = false
    }
  }, [block])
  return block && read?.id === block.id ? read.sample : undefined
}
