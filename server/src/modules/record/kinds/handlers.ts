import { FieldDefinitionSchema, type kindCommands, type kindQueries, type GivenField } from '@kontor/contract/record';
import * as v from 'valibot';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireAdministrator } from '../../account/index.ts';
import { ownFields } from '../rules.ts';
import { readKinds } from '../store/kinds.ts';
import { computeValues, formulasOf, workedOut } from './computing.ts';
import { NO_EFFECTS, effectsOf } from './effects.ts';
import { toField } from './field-judging.ts';
import { FormulaFault } from './formula-functions.ts';
import { describeFault } from './judging.ts';
import { kindToChange, prepareKind } from './preparing.ts';
import { refuseConflict, saveKind, tellKinds, wholeKind } from './saving.ts';
import { countAll } from './store/counts.ts';
import { setFollowed } from './store/following.ts';
import { holdKind, lockKinds, markKindDeleted, placeKinds } from './store/kinds.ts';

const TRIED = 'tried';

/** Fields as far as they are any: somebody is still writing them. */
const fieldsIn = (given: readonly GivenField[]) => given.flatMap((field) => toField(field, false) ?? []);

export const kindQueryHandlers: QueryHandlers<typeof kindQueries> = {
  async kind(ctx, { idoInstanceId }) {
    requireAdministrator(ctx);
    const [kind] = await readKinds(ctx.db, ctx.instance.id, [idoInstanceId]);
    return kind === undefined ? fail('NOT_FOUND') : wholeKind(ctx.db, kind);
  },

  async kindEffects(ctx, given) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const old = await kindToChange(db, instance.id, given.idoInstanceId);
    const prepared = await prepareKind(db, instance.id, given, old);
    if ('faults' in prepared) return { ...NO_EFFECTS, faults: [...prepared.faults] };
    return { faults: [], ...(await effectsOf(db, prepared)) };
  },

  async tryFormula(ctx, { fields: given, formula, result, decimals, values }) {
    requireAdministrator(ctx);
    const parsed = v.safeParse(FieldDefinitionSchema, {
      key: TRIED,
      label: TRIED,
      kind: 'computed',
      formula,
      result,
      decimals,
    });
    const tried = parsed.success ? parsed.output : undefined;
    if (tried?.kind !== 'computed')
      return { fault: { why: formula.trim() === '' ? 'syntax' : 'tooLarge', detail: '', place: null } };
    const fields = [...fieldsIn(given).filter(({ key }) => key !== TRIED), tried];
    const { steps, faults } = formulasOf(fields);
    const step = steps.find(({ field }) => field === tried);
    const fault = faults.get(TRIED);
    if (step === undefined) return { fault: describeFault(formula, fault ?? new FormulaFault('ring')) };
    const value = workedOut(step.formula, fields, computeValues(fields, values));
    return value instanceof FormulaFault ? { fault: describeFault(formula, value) } : { value };
  },
};

export const kindCommandHandlers: CommandHandlers<typeof kindCommands> = {
  async saveKind(ctx, given) {
    requireAdministrator(ctx);
    return saveKind(ctx, given);
  },

  async deleteKind(ctx, { idoInstanceId, version }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    await lockKinds(db, instance.id);
    const kind = (await holdKind(db, instance.id, idoInstanceId)) ?? fail('NOT_FOUND');
    await refuseConflict(db, kind, version);
    const records = await countAll(db, instance.id, idoInstanceId, false);
    const others = (await readKinds(db, instance.id)).filter((one) => one.kind_id !== idoInstanceId);
    const fields = others.flatMap((other) =>
      ownFields(other.fields)
        .filter((field) => field.kind === 'reference' && field.idoInstanceId === idoInstanceId)
        .map(({ key }) => ({ idoInstanceId: other.kind_id, key })),
    );
    if (records > 0 || fields.length > 0) fail('KIND_IN_USE', { data: { records, fields } });
    await setFollowed(db, instance.id, idoInstanceId, null);
    await markKindDeleted(db, kind, ctx.now());
    ctx.audit({ kind: 'kind.changed', subject: kind.name, details: { change: 'removed' } });
    tellKinds(ctx);
    return {};
  },

  async orderKinds(ctx, { idoInstanceIds }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    await lockKinds(db, instance.id);
    const kinds = await readKinds(db, instance.id);
    const named = new Set(idoInstanceIds);
    const isWhole = named.size === idoInstanceIds.length && named.size === kinds.length;
    if (!isWhole || kinds.some((kind) => !named.has(kind.kind_id))) {
      const fault = { part: 'order', key: '', index: 0, why: 'list', detail: '' };
      fail('KIND_INVALID', { data: { faults: [fault] } });
    }
    await placeKinds(db, instance.id, idoInstanceIds);
    ctx.audit({ kind: 'kind.changed', subject: '', details: { change: 'order' } });
    tellKinds(ctx);
    return {};
  },
};
