double total;
void add_total(double x)
{
    total += x;
}
double tell_total(void)
{
    return total;
}
