import { z } from 'zod'
import { GalleyError } from '../../../common/errors'
import { resourcePathOf, siteFolder } from '../../../common/publishing/addresses'
import { environments } from '../../../common/publishing/environments'
import { jobTopics } from '../../../common/publishing/jobs'
import { pageOf } from '../answers'
import { pathGiven } from '../asking'
import { given, tool } from '../tool'

const MOST_PATHS = 1_000

/** What is published, and the jobs that do much of it. */
export const publishingTools = [
  tool({
    name: 'publish',
    title: 'Preview or publish',
    description:
      'Makes the current state of documents what readers get, in `preview` or `live`, as far as you may. One path is done at once; several of one site begin a job, which `jobs` follows.',
    writes: true,
    input: z.strictObject({
      environment: z.enum(environments),
      paths: given.path.array().min(1).max(MOST_PATHS)
    }),
    async run({ publishing, isDryRun }, { environment, paths: texts }) {
      const paths = texts.map(pathGiven)
      const [first, ...others] = paths
      if (!first) throw new GalleyError('bad-request', 'Name a path.', { where: 'paths' })
      const site = siteFolder(first)
      if (others.some((path) => siteFolder(path) !== site))
        throw new GalleyError('bad-request', 'The paths lie in one site. Publish each site for itself.', {
          where: 'paths'
        })
      if (isDryRun && others.length === 0) {
        const { check } = await publishing.check(first)
        return { facts: { dryRun: true, environment, path: first, check } }
      }
      if (others.length === 0)
        return { facts: { environment, ...(await publishing.publish(environment, first)) } }
      const resources = paths.map(resourcePathOf)
      const name = isDryRun
        ? await publishing.startCheck(site, resources)
        : await publishing.startMany(site, environment, resources)
      const topic = isDryRun ? 'check' : environment === 'live' ? 'publish' : 'preview'
      return { facts: { ...(isDryRun && { dryRun: true }), job: { site, topic, name } } }
    }
  }),
  tool({
    name: 'jobs',
    title: 'Follow jobs',
    description: 'Lists the last jobs of a site, or with `name` how far one is and what became of each path.',
    input: z.strictObject({
      site: given.path.describe('/organization/site'),
      topic: z.enum(jobTopics),
      name: z.string().max(200).optional(),
      after: given.after,
      limit: given.limit
    }),
    async run({ publishing }, { site: text, topic, name, after, limit }) {
      const site = siteFolder(pathGiven(text))
      if (name === undefined) {
        const { entries, ...page } = pageOf(await publishing.jobs(site, topic), after, limit)
        return { facts: { site, topic, ...page, entries } }
      }
      const { data, ...job } = await publishing.jobDetails(site, topic, name)
      const { resources, ...rest } = data
      const all = Array.isArray(resources) ? resources : Object.entries(resources)
      const { entries, ...page } = pageOf<unknown>(all, after, limit)
      return { facts: { ...job, phase: rest.phase, ...page, entries } }
    }
  }),
  tool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Ends a job after what is under way.',
    writes: true,
    input: z.strictObject({
      site: given.path.describe('/organization/site'),
      topic: z.enum(jobTopics),
      name: z.string().max(200)
    }),
    async run({ publishing, isDryRun }, { site: text, topic, name }) {
      const site = siteFolder(pathGiven(text))
      if (!isDryRun) await publishing.cancelJob(site, topic, name)
      return { facts: { ...(isDryRun && { dryRun: true }), site, topic, name } }
    }
  })
]
