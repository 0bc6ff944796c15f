import { feature as asking } from '../features/asking'
import { feature as backup } from '../features/backup'
import { feature as compare } from '../features/compare'
import { feature as configs } from '../features/configs'
import { feature as crashReports } from '../features/crash-reports'
import { feature as firstStart } from '../features/first-start'
import { feature as forms } from '../features/forms'
import { feature as health } from '../features/health'
import { feature as help } from '../features/help'
import { feature as history } from '../features/history'
import { feature as importing } from '../features/importing'
import { feature as links } from '../features/links'
import { feature as media } from '../features/media'
import { feature as moment } from '../features/moment'
import { feature as page } from '../features/page'
import { feature as palette } from '../features/palette'
import { feature as preview } from '../features/preview'
import { feature as problems } from '../features/problems'
import { feature as publishing } from '../features/publishing'
import { feature as schemas } from '../features/schemas'
import { feature as setAside } from '../features/set-aside'
import { feature as search } from '../features/search'
import { feature as settings } from '../features/settings'
import { feature as sheets } from '../features/sheets'
import { feature as sync } from '../features/sync'
import { feature as templates } from '../features/templates'
import { feature as text } from '../features/text'
import { feature as trash } from '../features/trash'
import { feature as tree } from '../features/tree'
import { feature as trust } from '../features/trust'
import { feature as updates } from '../features/updates'
import type { Feature } from '../workbench/contributions'

/**
 * Every feature of the window: a new one is a folder and a line here. Panels, marks and commands stand in
 * this order.
 */
export const features: readonly Feature[] = [
  palette,
  tree,
  search,
  history,
  preview,
  problems,
  settings,
  trash,
  setAside,
  firstStart,
  backup,
  help,
  page,
  templates,
  text,
  media,
  schemas,
  forms,
  importing,
  sync,
  sheets,
  configs,
  moment,
  publishing,
  compare,
  trust,
  health,
  links,
  asking,
  crashReports,
  updates
]
