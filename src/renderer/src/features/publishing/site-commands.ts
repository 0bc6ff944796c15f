import { useEffect } from 'react'
import { DEFINITION_FILE } from '../../../../common/indexing/definition-file'
import { contentPath } from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { registerCommands } from '../../app/commands'
import { openDocument, openTool, workbench } from '../../app/workbench'
import { tellFailure } from '../../components/toast'

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
        }
      ]),
    []
  )
}

/** Opens the definition; a site without one gets one to begin with. */
async function openDefinition(): Promise<void> {
  const { site } = workbench()
  if (!site) return
  const path = contentPath(`${site}/${DEFINITION_FILE}`)
  try {
    await api.write(path, FIRST_DEFINITION, { ifNoneMatch: '*' })
  } catch (error) {
    if (reasonOf(error) !== 'precondition-failed') {
      tellFailure('The definition could not be made', sentenceOf(error))
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
