export { openErrorLog, type ErrorLog } from './error-log'
export { deleteReports, listDumps, pruneDumps } from './dumps'
