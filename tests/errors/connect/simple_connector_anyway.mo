// Without flows nothing is summed up (9.3.1 is for the balance of each model alone): a warning, and connected members are equal.
model M
  connector Ray
    Real power, angle;
  end Ray;
  model Sun
    Ray ray;  // warning[E0410]: the connector 'ray' has neither flow variables nor inputs and outputs
  equation
    ray.power = 1000;
    ray.angle = time;
  end Sun;
  model Wall
    Ray ray;
    Real q = ray.power*cos(ray.angle);
  end Wall;
  Sun sun;
  Wall wall;
equation
  connect(sun.ray, wall.ray);
end M;
