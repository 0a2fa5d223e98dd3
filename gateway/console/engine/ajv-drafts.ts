import metaSchemas2019 from 'ajv/dist/refs/json-schema-2019-09/index.js';
import metaSchemas2020 from 'ajv/dist/refs/json-schema-2020-12/index.js';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { Ajv as Interpreter } from './ajv.js';

type MetaSchemas = readonly Readonly<Record<string, unknown>>[];

/** Returns the schemas that a module of ajv adds to an instance. */
function collected(module: unknown): MetaSchemas {
  const schemas: Readonly<Record<string, unknown>>[] = [];
  type Adder = (this: { addMetaSchema(schema: object): void }) => void;
  const { default: addAll = module } = module as { readonly default?: Adder };
  (addAll as Adder).call({ addMetaSchema: (schema) => schemas.push(schema as MetaSchemas[number]) });
  return schemas;
}

const schemas2019 = collected(metaSchemas2019);
const schemas2020 = collected(metaSchemas2020);

/** Stands for ajv with its meta-schema of draft 7, which checks draft 6 as well. */
export class Ajv extends Interpreter {
  validateSchema(schema: object): boolean {
    return this.validateAgainst([draft7], schema);
  }
}

export class Ajv2019 extends Interpreter {
  validateSchema(schema: object): boolean {
    return this.validateAgainst(schemas2019, schema);
  }
}

export class Ajv2020 extends Interpreter {
  validateSchema(schema: object): boolean {
    return this.validateAgainst(schemas2020, schema);
  }
}
