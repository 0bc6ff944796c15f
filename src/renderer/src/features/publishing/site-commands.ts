import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import { DEFINITION_FILE } from '../../../../common/query-index/definition-file'
import { contentPath, nameOf, parentOf, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { registerCommands } from '../../workbench/commands/commands'
import { openDocument, openTool, workbench } from '../../workbench/workbench'
import { notifyFailure } from '../../workbench/toast'
import { askSiteCode } from '../site-look'
import { askPublicHost } from './PublicHost'
import { bringInRedirects, saveRedirects } from './redirects-csv'

/** Commands about all that is published of the site that is shown. */
export function usePublishingCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'publish.list',
          title: 'Show everything that is published',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openTool('published', site)
          }
        },
        {
          id: 'publish.site',
          title: 'Open the live site in a tab',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openTool('site', contentPath(`${site}/index.html`))
          }
        },
        {
          id: 'publish.jobs',
          title: 'Show publishing jobs',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openTool('jobs', site)
          }
        },
        {
          id: 'publish.index',
          title: 'Query index of this site',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: openDefinition
        },
        {
          id: 'publish.redirects-in',
          title: 'Bring in redirects from a CSV file…',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) void bringInRedirects(site)
          }
        },
        {
          id: 'publish.redirects-out',
          title: 'Save the redirects of this site as CSV',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) void saveRedirects(site)
          }
        },
        {
          id: 'site.code',
          title: 'Show this site with its own code…',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) void askSiteCode(site)
          }
        },
        {
          id: 'site.public-host',
          title: 'Public host of this site…',
          group: 'Workspace',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) void askPublicHost(site)
          }
        }
      ]),
    []
  )
}

/** Opens the definition; whether a site without one is to get one is asked. */
async function openDefinition(): Promise<void> {
  const { site } = workbench()
  if (!site) return
  const path = contentPath(`${site}/${DEFINITION_FILE}`)
  try {
    await api.head(path)
  } catch (error) {
    if (reasonOf(error) !== 'not-found') notifyFailure('The definition could not be read', sentenceOf(error))
    else askToMake(path)
    return
  }
  openDocument(path)
}

function askToMake(path: ContentPath): void {
  modals.openConfirmModal({
    title: 'Make a query index?',
    children: `The site ${nameOf(parentOf(path))} has none: a JSON file with a row for each published page. It is defined in ${DEFINITION_FILE} at the root of the site, which begins with titles, descriptions, pictures and dates of all pages.`,
    labels: { confirm: `Make ${DEFINITION_FILE}`, cancel: 'Cancel' },
    onConfirm: () => void make(path)
  })
}

async function make(path: ContentPath): Promise<void> {
  try {
    await api.write(path, FIRST_DEFINITION, { ifNoneMatch: '*' })
  } catch (error) {
    // somebody else has made it meanwhile
    if (reasonOf(error) !== 'precondition-failed') {
      notifyFailure('The definition could not be made', sentenceOf(error))
      return
    }
  }
  openDocument(path)
}

const FIRST_DEFINITION = `# The query index: a JSON file with a row for each published page.
version: 1

indices:
  pages:
    target: /query-index.json
    include:
      - /**
    exclude:
      - /fragments/**
      - /nav
      - /footer
    properties:
      title:
        select: head > meta[property="og:title"]
        value: attribute(el, "content")
      description:
        select: head > meta[name="description"]
        value: attribute(el, "content")
      image:
        select: head > meta[property="og:image"]
        value: attribute(el, "content")
      lastModified:
        select: none
        value: parseTimestamp(headers["last-modified"], "ddd, DD MMM YYYY hh:mm:ss GMT")
`
