import { fieldsOf } from '../../server/src/modules/task/testing/house.ts';
