import type { FastifyInstance, FastifyRequest } from 'fastify'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import type { Services } from '../services.ts'
import { answerRecords } from './record-calls.ts'
import { parametersOf, recordIdOf, recordIn } from './record-request.ts'

/** The material master under the specification's own calls. */
export function materialRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  const apiOf = async (request: FastifyRequest, name: string) => {
    const screens = await screensOf(services, request.caller)
    const screen = await effectiveScreen(services, request.caller, name)
    return { screen, api: new RecordApi({ ...services, screens, hooks }, screen, request.caller) }
  }
  // The material is named in the body, by its id or by its number.
  app.put('/api/mdm-material-master', async (request) => {
    const { screen, api } = await apiOf(request, 'material')
    const { id, ...body } = recordIn(request.body)
    const number = body['material_number']
    if (id === undefined && typeof number !== 'string')
      throw new AppError('BAD_REQUEST', { message: 'Name the material: id or material_number.' })
    const found =
      id === undefined
        ? (await api.list({ material_number: String(number), limit: '1' })).records[0]?.id
        : recordIdOf(String(id))
    if (found === undefined) throw new AppError('NOT_FOUND', { message: `There is no material ${String(number)}.` })
    return { response: await api.update(found, body), message: screen.messages.updated }
  })
  app.get('/api/mdm/material-master-design', async (request, reply) => {
    const { groupBy, ...parameters } = parametersOf(request)
    const { api } = await apiOf(request, 'material-design')
    if (groupBy === undefined) return answerRecords({ api, reply }, parameters)
    if (groupBy !== 'profile') throw new AppError('BAD_FILTER', { message: 'Designs are grouped by profile' })
    const { records } = await api.list({ ...parameters, limit: '1000' })
    const profiles = [...new Set(records.map((record) => String(record['profile'])))]
    return {
      response: {
        records: profiles.map((profile) => ({
          profile,
          designs: records.filter((record) => record['profile'] === profile),
        })),
        total_record: profiles.length,
      },
    }
  })
}
