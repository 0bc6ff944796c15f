import { Button, CopyButton, Loader } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import { kindOf } from '../../../../common/content/media-types'
import { nameOf, pathToUrl, splitName, type ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import { sentenceOf } from '../../api'
import { State } from '../../components/State'
import { HtmlFrame } from '../preview/HtmlFrame'
import { publishing } from './client'
import classes from './Publishing.module.css'

/** Shows in a dialog what readers get: the JSON of a structured document or sheet, or the page. */
export function showPublished(path: ContentPath, environment: Environment, structured: boolean): void {
  modals.open({
    title: `${nameOf(path)}, ${environment === 'live' ? 'as readers get it' : 'in preview'}`,
    size: 'min(920px, 90vw)',
    children: <PublishedView path={path} environment={environment} structured={structured} />
  })
}

interface PublishedViewProps {
  readonly path: ContentPath
  readonly environment: Environment
  readonly structured: boolean
}

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }

function PublishedView({ path, environment, structured }: PublishedViewProps) {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const isPage = !structured && kindOf(splitName(nameOf(path)).ext) === 'html'
  useEffect(() => {
    let current = true
    const load = structured
      ? publishing.delivered(environment, path)
      : publishing.page(environment, path, isPage)
    load.then(
      (text) => current && setShown({ kind: 'text', text }),
      (error: unknown) => current && setShown({ kind: 'failed', message: sentenceOf(error) })
    )
    return () => {
      current = false
    }
  }, [path, environment, structured, isPage])

  if (shown.kind === 'loading') return <Loader size={20} aria-label="Loading" />
  if (shown.kind === 'failed')
    return (
      <State tone="bad" title="This could not be read">
        {shown.message}
      </State>
    )
  if (isPage) {
    const html = `<body><main>${shown.text.replaceAll(`"${baseOf(path, environment)}/`, '"/')}</main></body>`
    return (
      <div className={classes.page}>
        <HtmlFrame html={html} path={path} title={nameOf(path)} />
      </div>
    )
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <pre className={classes.json} tabIndex={0} aria-label="Delivered JSON">
        {readable(shown.text)}
      </pre>
      <CopyButton value={shown.text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? 'Copied' : 'Copy JSON'}
          </Button>
        )}
      </CopyButton>
    </>
  )
}

/** What goes before the site's own addresses in a published page; the frame shows them as the editor's preview does. */
const baseOf = (path: ContentPath, environment: Environment) =>
  `/sites/${environment}${pathToUrl(siteFolder(path))}`

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
