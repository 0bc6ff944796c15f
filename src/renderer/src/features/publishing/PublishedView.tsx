import { Loader } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import { formatOfPath } from '../../../../common/formats/files'
import { urlOf } from '../../../../common/api/url'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { Environment } from '../../../../common/publishing/environments'
import { sentenceOf, served } from '../../api'
import { State } from '../../components/State'
import { HtmlFrame } from '../../engines/preview/HtmlFrame'
import { publishing } from '../../api/publishing'
import { DeliveryOverview } from './DeliveryOverview'
import { JsonText } from './JsonText'
import classes from './Publishing.module.css'

/**
 * Shows in a dialog what readers get: the delivery address of a structured document with its data, the JSON
 * of a sheet, or the page.
 */
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
  | { readonly kind: 'delivered'; readonly overview: string; readonly json: string }
  | { readonly kind: 'failed'; readonly message: string }

function PublishedView({ path, environment, structured }: PublishedViewProps) {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const isPage = !structured && formatOfPath(path) === 'page'
  useEffect(() => {
    let current = true
    read(path, environment, structured, isPage).then(
      (read) => current && setShown(read),
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
  if (shown.kind === 'delivered') {
    return <DeliveryOverview {...{ path, environment }} overview={shown.overview} json={shown.json} />
  }
  if (isPage) {
    const html = `<body><main>${shown.text.replaceAll(`"${baseOf(path, environment)}/`, '"/')}</main></body>`
    return (
      <div className={classes.page}>
        <HtmlFrame html={html} path={path} title={nameOf(path)} />
      </div>
    )
  }
  return <JsonText text={shown.text} />
}

async function read(
  path: ContentPath,
  environment: Environment,
  structured: boolean,
  isPage: boolean
): Promise<Shown> {
  if (!structured) return { kind: 'text', text: await publishing.page(environment, path, isPage) }
  const [overview, json] = await Promise.all([
    publishing.overview(environment, path),
    publishing.delivered(environment, path)
  ])
  return { kind: 'delivered', overview, json }
}

/**
 * What goes before the site's own addresses in a published page; the frame shows them as the editor's preview
 * does.
 */
const baseOf = (path: ContentPath, environment: Environment) =>
  served(urlOf('readSite', { environment, at: siteFolder(path), path: '' }))
