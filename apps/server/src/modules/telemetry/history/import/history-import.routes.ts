import {
  beginHistoryImport,
  cancelHistoryImport,
  finishHistoryImport,
  getHistoryImport,
  historyImportPage,
  runningHistoryImports,
  sendHistoryRows,
} from '@sluice/contract'
import { type Api, mountOperation } from '../../../../platform/http/mount-operation.ts'
import type { HistoryImports } from './history-import.service.ts'

export function mountHistoryImports(api: Api, imports: HistoryImports): void {
  mountOperation(api, beginHistoryImport, (input, caller) => imports.begin(input, caller))
  mountOperation(api, sendHistoryRows, (input, { session }) => imports.rows(input, session))
  mountOperation(api, finishHistoryImport, ({ id }, caller) => imports.finish(id, caller))
  mountOperation(api, cancelHistoryImport, ({ id }, caller) => imports.cancel(id, caller))
  mountOperation(api, getHistoryImport, ({ id }, { session }) => imports.get(id, session))
  mountOperation(api, historyImportPage, (query, { session }) => imports.page(query, session))
  mountOperation(api, runningHistoryImports, (_input, { session }) => imports.running(session))
}
